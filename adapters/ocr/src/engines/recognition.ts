import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { ENGINE_FILES } from "../engine-files.ts";
import { evenLight } from "../image/even-light.ts";
import { type GrayImage, rotate } from "../image/gray-image.ts";
import { type ReadText, textOfTsv } from "./read-text.ts";
import type { LoadedCore, Tesseract } from "./tesseract-core.ts";

/** Tesseract's numbers for these modes. */
const NEURAL_ENGINE = 1;
const WHOLE_PAGE = 3;
/** Resolution of rendered and shrunk pictures; it only decides the size of specks. */
const DOTS_PER_INCH = 300;
/** Lines with a smaller gradient, a third of a degree, are read as well as level ones. */
const RADIANS_LEAST = 0.005;
/** An upright page has a confidence of 90 and more, one that is upside down 45. */
const UPRIGHT_CONFIDENCE = 70;

const EMPTY: ReadText = { text: "", confidence: 0, isSideways: false };

/** Recognises French and English in pictures of any lighting and orientation. */
export interface Recognition {
  /** `mayGoOn` returns true while there is time for another attempt with the picture rotated. */
  read(image: GrayImage, mayGoOn: () => boolean): string;
}

export function createRecognition({ core, memory }: LoadedCore): Recognition {
  const languages = Object.entries(ENGINE_FILES.languages);
  for (const [name, file] of languages) core.FS.writeFile(`/${name}.traineddata`, gunzipSync(readFileSync(file)));
  const tesseract = new core.TessBaseAPI();
  if (tesseract.Init("/", languages.map(([name]) => name).join("+"), NEURAL_ENGINE) !== 0)
    throw new Error("Tesseract cannot read its data");
  tesseract.SetPageSegMode(WHOLE_PAGE);

  function readOnce({ width, height, pixels }: GrayImage): ReadText {
    const place = core._malloc(pixels.byteLength);
    try {
      new Uint8Array(memory.buffer).set(pixels, place);
      const setImage = (radians: number) => {
        tesseract.SetImage(place, width, height, 1, width, 1, radians);
        tesseract.SetSourceResolution(DOTS_PER_INCH);
      };
      setImage(0);
      const radians = gradientOf(tesseract);
      if (Math.abs(radians) > RADIANS_LEAST) setImage(radians);
      return tesseract.Recognize(null) === 0 ? textOfTsv(tesseract.GetTSVText(0)) : EMPTY;
    } finally {
      tesseract.Clear();
      core._free(place);
    }
  }

  return {
    read(image, mayGoOn) {
      const even = evenLight(image);
      const first = readOnce(even);
      if (isUpright(first)) return first.text;
      const attempts = [first];
      for (const quarterTurns of first.isSideways ? SIDEWAYS_TURNS : OTHER_TURNS) {
        if (!mayGoOn()) break;
        const rotated = readOnce(rotate(even, { isMirrored: false, quarterTurns }));
        if (isUpright(rotated)) return rotated.text;
        attempts.push(rotated);
      }
      return attempts.reduce((best, each) => (each.confidence > best.confidence ? each : best)).text;
    },
  };
}

/** True for a page that needs no rotation; also for a blank page. */
const isUpright = ({ confidence, isSideways }: ReadText) =>
  confidence === 0 || (confidence >= UPRIGHT_CONFIDENCE && !isSideways);

const SIDEWAYS_TURNS = [1, 3] as const;
/** Sideways lines are mostly detected as such, so an unsure page is probably upside down. */
const OTHER_TURNS = [2, 1, 3] as const;

function gradientOf(tesseract: Tesseract): number {
  tesseract.FindLines();
  return tesseract.GetGradient();
}
