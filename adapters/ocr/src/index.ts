// This import, and that of the package, fails if an engine is not installed.
import "./engine-files.ts";

export { createTextRecognizer, type TextRecognizerOptions } from "./text-recognizer.ts";
