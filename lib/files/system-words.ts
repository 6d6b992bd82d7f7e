const WORDS: Readonly<Record<string, string>> = {
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left',
  EDQUOT: 'no space is left',
  EFBIG: 'the system does not allow a file that large',
  ENOENT: 'it does not exist',
  ENOTDIR: 'a part of that path is a file',
  EEXIST: 'a part of that path is a file',
  EISDIR: 'there is a folder of that name',
  ENOTEMPTY: 'there is a folder of that name',
  ENAMETOOLONG: 'the path is too long',
  ELOOP: 'its symbolic links form a loop',
  ENXIO: 'it is a socket, not a file',
  EMFILE: 'too many files are open: raise the limit, for example with ulimit -n 1024',
  ENFILE: 'too many files are open on this machine',
  EIO: 'the device reports an error',
  EADDRINUSE: 'another program listens there',
  ERR_INVALID_ARG_VALUE: 'the name holds a NUL character',
};

/** What the system says of a file, or a port, that cannot be used, as a clause: in words where it is known, else by its code. */
export function systemWords(error: unknown): string {
  const code = codeOf(error);
  return WORDS[code] ?? (code === '' ? 'the cause is unknown' : `the system says ${code}`);
}

/** Whether that is said in words. */
export function hasSystemWords(error: unknown): boolean {
  return Object.hasOwn(WORDS, codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
