/** The key of every run here; it is never to be seen. */
export const SURROUNDED_KEY = 'surroundings-77e0d25b4f9a1c';

/** A shell's line in a folder of its own: `$PETVET` stands for the program, `$HAR` for a recording that can be judged. */
export interface BadSurrounding {
  readonly name: string;
  readonly script: string;
  /** The exit statuses that are right. */
  readonly statuses: readonly number[];
  /** A file that must be there afterwards. */
  readonly leaves?: string;
}

const JUDGE = '$PETVET judge "$HAR" --base-url http://127.0.0.1:9/v1';
const CHECK = 'PETVET_BASE_URL=http://127.0.0.1:9/v1 $PETVET check';
const REFUSED = [2];
const JUDGED = [0];

function refused(name: string, script: string): BadSurrounding {
  return { name, script, statuses: REFUSED };
}

function judged(name: string, script: string): BadSurrounding {
  return { name, script, statuses: JUDGED };
}

const INIT = '$PETVET init --base-url http://127.0.0.1:9/v1 --key-stdin';

const STREAMS: readonly BadSurrounding[] = [
  refused('a key from input that has no end', `${INIT} < /dev/zero`),
  {
    name: 'Ctrl-C while the key is read from input that has no end yet',
    script: `mkfifo p; sleep 9 > p 2>&- & timeout --preserve-status -s INT 3 ${INIT} < p`,
    statuses: [130],
  },
  { ...judged('output that is full', `${JUDGE} --report r > /dev/full`), leaves: 'r/conformance.json' },
  { ...judged('errors that are full', `${JUDGE} --report r 2> /dev/full`), leaves: 'r/conformance.json' },
  { ...judged('both full', `${JUDGE} --report r > /dev/full 2>&1`), leaves: 'r/conformance.json' },
  { ...judged('output that is closed', `${JUDGE} --report r >&-`), leaves: 'r/conformance.json' },
  { ...judged('errors that are closed', `${JUDGE} --report r 2>&-`), leaves: 'r/conformance.json' },
  { ...judged('input that is closed', `${JUDGE} --report r <&-`), leaves: 'r/conformance.json' },
  {
    ...judged('a reader that has gone', `{ ${JUDGE} --report r; echo $? > s; } 2>&1 | true; exit $(cat s)`),
    leaves: 'r/conformance.json',
  },
  refused('rules into what is full', '$PETVET rules > /dev/full'),
  judged('rules for a reader that has gone', '{ $PETVET rules; echo $? > s; } | true; exit $(cat s)'),
];

const FILES: readonly BadSurrounding[] = [
  refused('.env is a folder', `mkdir .env; ${CHECK}`),
  refused('.env is a pipe that nobody writes to', `mkfifo .env; ${CHECK}`),
  refused('.env has no end', `ln -s /dev/zero .env; ${CHECK}`),
  refused('.env leads to itself', `ln -s .env .env; ${CHECK}`),
  refused('.env is of another kind', `head -c 5000 /dev/urandom > .env; ${CHECK}`),
  refused('the key file has no end', `unset PETVET_API_KEY; PETVET_API_KEY_FILE=/dev/zero ${CHECK}`),
  refused('the key file is a pipe', `unset PETVET_API_KEY; mkfifo p; PETVET_API_KEY_FILE=p ${CHECK}`),
  refused('the key file is a folder', `unset PETVET_API_KEY; PETVET_API_KEY_FILE=. ${CHECK}`),
  refused('the key file is not there', `unset PETVET_API_KEY; PETVET_API_KEY_FILE=nowhere ${CHECK}`),
  refused('the certificate file has no end', `PETVET_CA_FILE=/dev/zero ${CHECK}`),
  refused('the certificate file is a folder', `PETVET_CA_FILE=. ${CHECK}`),
  refused('evidence that is a pipe', 'mkfifo e; $PETVET judge e'),
  refused('evidence that is a device', '$PETVET judge /dev/zero'),
  refused('evidence that is empty', ': > e; $PETVET judge e'),
  refused('a load run that is a pipe', 'mkfifo load.json; $PETVET diff load.json load.json'),
  refused('a load run without end', 'ln -s /dev/zero load.json; $PETVET diff . .'),
  refused('a load plan that is a pipe', 'mkdir a; mkfifo a/load-plan.json; $PETVET load merge a'),
  refused('a report that is a pipe', 'mkdir r; mkfifo r/conformance.json; $PETVET replay r LIST-2'),
  refused('a report without end', 'mkdir r; ln -s /dev/zero r/conformance.json; $PETVET replay r LIST-2'),
  refused('a matrix onto a device', '$PETVET selftest --only html-404 --out /dev/null'),
  refused('a matrix through a link', 'ln -s elsewhere m; $PETVET selftest --only html-404 --out m'),
  refused('a HAR that is a pipe', 'mkfifo e.har; $PETVET judge e.har --base-url http://127.0.0.1:9/v1'),
  refused('a HAR that has no end', 'ln -s /dev/zero e.har; $PETVET judge e.har --base-url http://127.0.0.1:9/v1'),
  refused('a HAR that is compressed', 'gzip < "$HAR" > e.har; $PETVET judge e.har --base-url http://127.0.0.1:9/v1'),
  refused('a HAR that is cut off', 'head -c 200 "$HAR" > e.har; $PETVET judge e.har --base-url http://127.0.0.1:9/v1'),
  refused(
    'a HAR of the year 275760',
    'sed s/2026-11-21/+275760-09-12/ "$HAR" > e.har; $PETVET judge e.har --base-url http://127.0.0.1:9/v1',
  ),
  refused(
    'a HAR whose statuses are words',
    'sed s/:200/:\\"ok\\"/ "$HAR" > e.har; $PETVET judge e.har --base-url http://127.0.0.1:9/v1',
  ),
];

const PLACES: readonly BadSurrounding[] = [
  refused('the report is a file', `: > r; ${CHECK} --report r`),
  refused('the report is below a file', `: > f; ${CHECK} --report f/r`),
  refused('the report has a path too long', `${CHECK} --report $(head -c 5000 /dev/zero | tr '\\0' a)`),
  refused('the report is a device', `${CHECK} --report /dev/null`),
  refused('the evidence is a link', `mkdir r; ln -s /dev/null r/evidence.jsonl; ${CHECK} --report r`),
  refused('the evidence is a pipe', `mkdir r; mkfifo r/evidence.jsonl; ${CHECK} --report r`),
  refused(
    'another run uses the report',
    `mkdir r; echo "$$ $(uname -n) x" > r/.petvet-run; ${CHECK} --report r; status=$?; exit $status`,
  ),
  refused('no temporary folder', `TMPDIR=/nowhere ${CHECK} --dry-run`),
  refused('a temporary folder that is a file', `: > t; TMPDIR=$PWD/t ${CHECK} --dry-run`),
  judged('a place for temporary folders that takes none', 'env -u NODE_COMPILE_CACHE TMPDIR=/proc $PETVET rules'),
  refused('a place for the cache that takes nothing', 'PETVET_K6= XDG_CACHE_HOME=/proc/x $PETVET load --install-k6'),
  judged('no home', `env -u HOME ${JUDGE}`),
  judged('a home that is not there', `HOME=/nowhere XDG_CACHE_HOME=/dev/null XDG_DATA_HOME=relative ${JUDGE}`),
  judged('a folder with an odd name', `mkdir "a b'#%?*"; cd "a b'#%?*"; ${JUDGE} --report r`),
  refused('a folder that is gone', 'mkdir gone; cd gone; rmdir ../gone; $PETVET rules'),
  refused('few files at once', `ulimit -n 30; ${CHECK}`),
  refused('little memory', `NODE_OPTIONS=--max-old-space-size=20 ${CHECK}`),
  refused('nobody listens', CHECK),
  refused('a proxy that is dead', `PETVET_PROXY=http://127.0.0.1:9 ${CHECK}`),
  refused('a host that has no address', 'PETVET_BASE_URL=https://nowhere.invalid/v1 $PETVET check'),
  refused('a reset command that fails', `PETVET_RESET_COMMAND='echo $PETVET_API_KEY >&2; exit 3' ${CHECK}`),
  refused('a port that is taken', '$PETVET serve --port 1 --pets -1'),
];

/** Bad streams, files, places and machines. */
export const SURROUNDINGS: readonly BadSurrounding[] = [...STREAMS, ...FILES, ...PLACES];
