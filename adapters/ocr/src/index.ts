// Where an engine is not installed this import fails, and with it the one of the package.
import "./engine-files.ts";

export { createTextRecognizer, type TextRecognizerOptions } from "./text-recognizer.ts";
