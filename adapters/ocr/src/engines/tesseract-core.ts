import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { ENGINE_FILES } from "../engine-files.ts";

/** What is used of tesseract.js-core, which has no types: Tesseract and Leptonica, compiled to WebAssembly. Places are numbers. */
interface TesseractCore {
  readonly FS: { writeFile(path: string, content: Uint8Array): void };
  readonly TessBaseAPI: new () => Tesseract;
  readonly Pix: object;
  readonly PixColormap: object;
  wrapPointer(place: number, type: object): never;
  getPointer(wrapped: object): number;
  _malloc(byteSize: number): number;
  _free(place: number): void;
  /** 0 where it worked. The last six are where it writes 32-bit numbers. */
  _pixReadHeaderMem(
    ...words: [picture: number, byteSize: number, ...outputs: [number, number, number, number, number, number]]
  ): number;
  /** 0 where it did not work. */
  _pixReadMem(picture: number, byteSize: number): number;
  /** Of what the place is written at `placeOfPix`. */
  _pixDestroy(placeOfPix: number): void;
}

/** A picture of Leptonica. */
export interface Pix {
  get_w(): number;
  get_h(): number;
  /** Bits of a pixel. */
  get_d(): number;
  /** Samples of a pixel. */
  get_spp(): number;
  /** Words of a row, of 32 bits. */
  get_wpl(): number;
  get_data(): number;
  /** Its place is 0 where there is none. */
  get_colormap(): object;
}

/** Its colours are four bytes each: blue, green, red, alpha. */
export interface PixColormap {
  get_n(): number;
  get_array(): number;
}

/** What is used of Tesseract's own interface. */
export interface Tesseract {
  /** 0 where it worked. */
  Init(directory: string, languages: string, engineMode: number): number;
  SetPageSegMode(mode: number): void;
  SetImage(
    place: number,
    width: number,
    height: number,
    bytesPerPixel: number,
    bytesPerRow: number,
    exif?: number,
    radians?: number,
  ): void;
  SetSourceResolution(dotsPerInch: number): void;
  FindLines(): void;
  /** How much the lines of the text rise to the right, in radians. */
  GetGradient(): number;
  /** 0 where it worked. */
  Recognize(monitor: null): number;
  GetTSVText(page: number): string;
  Clear(): void;
}

/** The core, with its memory. */
export interface LoadedCore {
  readonly core: TesseractCore;
  readonly memory: WebAssembly.Memory;
}

/** Reads two files and nothing else. */
export async function loadTesseractCore(): Promise<LoadedCore> {
  const create = createRequire(import.meta.url)(ENGINE_FILES.tesseract) as (options: object) => Promise<TesseractCore>;
  let memory: WebAssembly.Memory | undefined;
  const { instantiate } = WebAssembly;
  // The core does not export its memory, and has no function that copies pixels out of it.
  WebAssembly.instantiate = (async (code: BufferSource, imports: WebAssembly.Imports) => {
    const result = await instantiate(code, imports);
    memory = Object.values(result.instance.exports).find((each) => each instanceof WebAssembly.Memory);
    return result;
  }) as typeof instantiate;
  try {
    const core = await create({ wasmBinary: readFileSync(ENGINE_FILES.tesseractWasm) });
    if (!memory) throw new Error("tesseract.js-core has no memory that is exported");
    return { core, memory };
  } finally {
    WebAssembly.instantiate = instantiate;
  }
}
