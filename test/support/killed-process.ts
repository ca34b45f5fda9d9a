import type { FileOperations, OpenFile } from "@cartulary/blobs-fs";
import type { Transact } from "@cartulary/kernel";

/** The error of every operation of a process after its loss. */
class ProcessLost extends Error {
  override readonly name = "ProcessLost";
}

/** A process that goes away before its `steps`-th step: nothing that it would have done from there on takes place. */
export interface Life {
  /** Passed before each thing that lasts: an operation on a file, the begin and the commit of a transaction. */
  step(): void;
  /** Steps that were taken. */
  readonly steps: number;
  readonly isOver: boolean;
}

export function lifeOf(steps: number): Life {
  let taken = 0;
  let isOver = false;
  return {
    step() {
      isOver ||= taken >= steps;
      if (isOver) throw new ProcessLost(`after ${taken} steps`);
      taken += 1;
    },
    get steps() {
      return taken;
    },
    get isOver() {
      return isOver;
    },
  };
}

/** File operations of one process. Unfinished files stay unfinished when it is killed. */
export interface MortalFiles extends FileOperations {
  /** Releases the resources of a lost process, as the system does. */
  closeAll(): Promise<void>;
}

/** Syncing takes its step but not its time: a lost process, unlike a power cut, takes nothing from the system. */
export function mortalFiles(files: FileOperations, life: Life): MortalFiles {
  const open = new Set<OpenFile>();

  function mortal<Operation extends (...words: never[]) => Promise<unknown>>(operation: Operation): Operation {
    return (async (...words: Parameters<Operation>) => {
      life.step();
      return operation(...words);
    }) as Operation;
  }

  function mortalFile(file: OpenFile): OpenFile {
    open.add(file);
    return {
      read: mortal((...words: Parameters<OpenFile["read"]>) => file.read(...words)),
      write: mortal((...words: Parameters<OpenFile["write"]>) => file.write(...words)),
      stat: mortal(() => file.stat()),
      sync: mortal(async () => {}),
      close: mortal(async () => {
        open.delete(file);
        await file.close();
      }),
    };
  }

  return {
    open: mortal(async (...words: Parameters<FileOperations["open"]>) => mortalFile(await files.open(...words))),
    mkdir: mortal((...words: Parameters<FileOperations["mkdir"]>) => files.mkdir(...words)),
    link: mortal((...words: Parameters<FileOperations["link"]>) => files.link(...words)),
    unlink: mortal((...words: Parameters<FileOperations["unlink"]>) => files.unlink(...words)),
    readdir: mortal((...words: Parameters<FileOperations["readdir"]>) => files.readdir(...words)),
    stat: mortal((...words: Parameters<FileOperations["stat"]>) => files.stat(...words)),
    access: mortal((...words: Parameters<FileOperations["access"]>) => files.access(...words)),
    async closeAll() {
      for (const file of open) await file.close();
      open.clear();
    },
  };
}

/** Transactions of one process, which may be lost before one begins, before it commits, and before it is answered. */
export function mortalTransact<Stores>(transact: Transact<Stores>, life: Life): Transact<Stores> {
  const writing =
    (write: Transact<Stores>["write"]): Transact<Stores>["write"] =>
    async (work) => {
      life.step();
      const result = await write(async (stores) => {
        const done = await work(stores);
        life.step();
        return done;
      });
      life.step();
      return result;
    };
  return {
    async read(work) {
      if (life.isOver) throw new ProcessLost("called after its end");
      return transact.read(work);
    },
    async single(work) {
      if (life.isOver) throw new ProcessLost("called after its end");
      return transact.single(work);
    },
    write: writing(transact.write),
    claim: writing(transact.claim),
  };
}
