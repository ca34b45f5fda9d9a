/** The code of a contained child, and what it may take. */
export interface ChildCode {
  /** The module that it runs. */
  readonly entry: string;
  /** The directories that it may read, and nothing beside them. */
  readonly directories: readonly string[];
  /** Files of native code that it may load. No wall of a runtime bounds what such code does. */
  readonly addonFiles: readonly string[];
  readonly memoryBytes: number;
}

/**
 * How a runtime runs the code of a child behind its walls: no file but the code, no socket, no other process, no more heap
 * than its memory. The words of the child come behind those that are answered here.
 */
export interface ChildRuntime {
  readonly program: string;
  /** False where it has none, and a child that was taken over can do what the user of the host can. */
  readonly hasWalls: boolean;
  /** What the program is told, the entry last. */
  words(code: ChildCode): readonly string[];
  /** Variables that the program itself needs. */
  readonly env?: Readonly<Record<string, string>>;
}
