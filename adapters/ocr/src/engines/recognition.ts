import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { ENGINE_FILES } from "../engine-files.ts";
import { evenLight } from "../image/even-light.ts";
import { type GrayImage, turn } from "../image/gray-image.ts";
import { type ReadText, textOfTsv } from "./read-text.ts";
import type { LoadedCore, Tesseract } from "./tesseract-core.ts";

/** The numbers that Tesseract has for these. */
const NEURAL_ENGINE = 1;
const WHOLE_PAGE = 3;
/** Of what is drawn or was made smaller by us; it decides only what counts as a speck. */
const DOTS_PER_INCH = 300;
/** Lines that rise less than this, a third of a degree, are read as well as level ones. */
const RADIANS_LEAST = 0.005;
/** A page that stands upright has words of 90 and more, one that is upside down 45. */
const UPRIGHT_CONFIDENCE = 70;

const NOTHING: ReadText = { text: "", confidence: 0, isSideways: false };

/** Reads French and English, in pictures of any light and turned any way. */
export interface Recognition {
  /** `mayGoOn` answers whether there is time for reading a picture once more, turned. */
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
      const look = (radians: number) => {
        tesseract.SetImage(place, width, height, 1, width, 1, radians);
        tesseract.SetSourceResolution(DOTS_PER_INCH);
      };
      look(0);
      const radians = gradientOf(tesseract);
      if (Math.abs(radians) > RADIANS_LEAST) look(radians);
      return tesseract.Recognize(null) === 0 ? textOfTsv(tesseract.GetTSVText(0)) : NOTHING;
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
      const found = [first];
      for (const quarterTurns of first.isSideways ? SIDEWAYS_TURNS : OTHER_TURNS) {
        if (!mayGoOn()) break;
        const turned = readOnce(turn(even, { isMirrored: false, quarterTurns }));
        if (isUpright(turned)) return turned.text;
        found.push(turned);
      }
      return found.reduce((best, each) => (each.confidence > best.confidence ? each : best)).text;
    },
  };
}

/** A blank page is as good one way as the other. */
const isUpright = ({ confidence, isSideways }: ReadText) =>
  confidence === 0 || (confidence >= UPRIGHT_CONFIDENCE && !isSideways);

const SIDEWAYS_TURNS = [1, 3] as const;
/** Lines that run upwards are mostly seen as such, so that what is not sure is upside down. */
const OTHER_TURNS = [2, 1, 3] as const;

function gradientOf(tesseract: Tesseract): number {
  tesseract.FindLines();
  return tesseract.GetGradient();
}
