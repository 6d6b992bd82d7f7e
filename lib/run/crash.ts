/** Watches over what ends a process otherwise: an error that nobody handles, such as that of a dead worker. */
export interface CrashWatch {
  /** Resolves when there is one. */
  readonly happened: Promise<void>;
  /** The first one. */
  readonly error: unknown;
  /** Puts things back as they were when nobody else watches; may be called once. */
  stop(): void;
}

/** Those who watch. Runs of one process share its errors: nobody can tell whose one is. */
const watching = new Set<(thrown: unknown) => void>();

/** Puts back who handled such errors before. */
let restore: () => void = () => undefined;

function tellAll(thrown: unknown): void {
  for (const take of watching) take(thrown);
}

function replaceOthers(): () => void {
  const [exceptions, rejections] = [process.listeners('uncaughtException'), process.listeners('unhandledRejection')];
  process.removeAllListeners('uncaughtException').on('uncaughtException', tellAll);
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', tellAll);
  return () => {
    process.off('uncaughtException', tellAll).off('unhandledRejection', tellAll);
    for (const listener of exceptions) process.on('uncaughtException', listener);
    for (const listener of rejections) process.on('unhandledRejection', listener);
  };
}

/** Takes the place of whoever handles such errors, until it is stopped: a run that has evidence is still judged. */
export function watchForCrash(): CrashWatch {
  let error: unknown;
  const { promise: happened, resolve } = Promise.withResolvers<void>();
  const take = (thrown: unknown) => {
    error ??= thrown;
    resolve();
  };
  if (watching.size === 0) restore = replaceOthers();
  watching.add(take);
  return {
    happened,
    get error() {
      return error;
    },
    stop() {
      watching.delete(take);
      if (watching.size === 0) restore();
    },
  };
}
