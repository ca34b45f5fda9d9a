import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { ENGINE_FILES } from "../engine-files.ts";

/**
 * The used part of tesseract.js-core, which has no types: Tesseract and Leptonica as WebAssembly. Pointers are numbers.
 */
interface TesseractCore {
  readonly FS: { writeFile(path: string, content: Uint8Array): void };
  readonly TessBaseAPI: new () => Tesseract;
  readonly Pix: object;
  readonly PixColormap: object;
  wrapPointer(pointer: number, type: object): never;
  getPointer(wrapped: object): number;
  _malloc(byteSize: number): number;
  _free(pointer: number): void;
  /** Returns 0 on success. The last six arguments are pointers to 32-bit outputs. */
  _pixReadHeaderMem(
    ...words: [picture: number, byteSize: number, ...outputs: [number, number, number, number, number, number]]
  ): number;
  /** Returns 0 on failure. */
  _pixReadMem(picture: number, byteSize: number): number;
  /** Takes a pointer to the pointer of the picture. */
  _pixDestroy(pointerToPix: number): void;
}

/** A picture of Leptonica. */
export interface Pix {
  get_w(): number;
  get_h(): number;
  /** Bits per pixel. */
  get_d(): number;
  /** Samples per pixel. */
  get_spp(): number;
  /** 32-bit words per row. */
  get_wpl(): number;
  get_data(): number;
  /** Its pointer is 0 without a palette. */
  get_colormap(): object;
}

/** Four bytes per colour: blue, green, red, alpha. */
export interface PixColormap {
  get_n(): number;
  get_array(): number;
}

/** The used part of Tesseract's interface. */
export interface Tesseract {
  /** Returns 0 on success. */
  Init(directory: string, languages: string, engineMode: number): number;
  SetPageSegMode(mode: number): void;
  SetImage(
    pointer: number,
    width: number,
    height: number,
    bytesPerPixel: number,
    bytesPerRow: number,
    exif?: number,
    radians?: number,
  ): void;
  SetSourceResolution(dotsPerInch: number): void;
  FindLines(): void;
  /** The gradient of the text lines in radians; positive lines rise to the right. */
  GetGradient(): number;
  /** Returns 0 on success. */
  Recognize(monitor: null): number;
  GetTSVText(page: number): string;
  Clear(): void;
}

export interface LoadedCore {
  readonly core: TesseractCore;
  readonly memory: WebAssembly.Memory;
}

/** Loads the core, which reads two files and nothing else. */
export async function loadTesseractCore(): Promise<LoadedCore> {
  const create = createRequire(import.meta.url)(ENGINE_FILES.tesseract) as (options: object) => Promise<TesseractCore>;
  let memory: WebAssembly.Memory | undefined;
  const { instantiate } = WebAssembly;
  // The core neither exports its memory nor has a function that copies pixels out of it.
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
