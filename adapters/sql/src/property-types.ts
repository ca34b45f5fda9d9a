import type { Instant } from "@cartulary/kernel";
import { type Platform, Type } from "@mikro-orm/core";
import { SqlitePlatform } from "@mikro-orm/sql";
import {
  type Dialect,
  instantFrom,
  jsonFrom,
  jsonTo,
  postgres,
  type StoredInstant,
  type StoredJson,
  sqlite,
} from "./dialect.ts";

const dialectOf = (platform: Platform): Dialect => (platform instanceof SqlitePlatform ? sqlite : postgres);

/** How MikroORM reads, writes and declares an instant. */
export class InstantType extends Type<Instant | null, StoredInstant | null> {
  override convertToDatabaseValue(value: Instant | null, platform: Platform): StoredInstant | null {
    return value && dialectOf(platform).instant(value);
  }

  override convertToJSValue(value: StoredInstant | null): Instant | null {
    return value === null ? null : instantFrom(value);
  }

  override getColumnType(_property: unknown, platform: Platform): string {
    return dialectOf(platform).types.instant;
  }
}

/** How MikroORM reads, writes and declares a free-form value. */
export class JsonTextType extends Type<unknown, StoredJson<unknown> | null> {
  override convertToDatabaseValue(value: unknown): StoredJson<unknown> | null {
    return value === null ? null : jsonTo(value);
  }

  override convertToJSValue(value: StoredJson<unknown> | null): unknown {
    return value === null ? null : jsonFrom(value);
  }

  override getColumnType(_property: unknown, platform: Platform): string {
    return dialectOf(platform).types.json;
  }
}

/** How MikroORM declares a whole number. */
export class SafeIntegerType extends Type<number, number> {
  override getColumnType(_property: unknown, platform: Platform): string {
    return dialectOf(platform).types.integer;
  }

  override compareAsType(): string {
    return "number";
  }
}
