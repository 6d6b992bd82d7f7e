/** What a test cannot run as it stands, and what is shown of it instead. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  'npm ci && npm start': 'the set-up is there; npm start is run below, with a report of its own',
  'npm ci && npm test': 'this is one of these tests',
  'npx petvet serve': 'it runs until it is interrupted',
  'npx petvet selftest': 'it takes minutes; lib/cli/selftest/selftest.waits.test.ts runs a part of it',
  'npx petvet selftest --again': 'it takes minutes, too; lib/cli/selftest/again.waits.test.ts runs a part of it',
  'npx petvet load --install-k6': 'the tests of load have it done before they begin',
  'npx petvet load ceiling --target reference --plan free':
    'it takes minutes; lib/end-to-end/load.waits.test.ts runs it with short windows',
  'npx petvet judge traffic.har --base-url https://pets.example/v1': 'there is no such file',
  'npx petvet diff reports/before reports/after --max-regression p95=20%':
    'there are no such runs; lib/cli/diff/diff.test.ts compares some',
  'npx petvet diff --history reports/staging --scenario ceiling --last 10':
    'there are no such runs, either; lib/cli/diff/history.busy.test.ts makes some',
  'npx petvet diff reports/production/latest reports/staging/latest':
    'there are no such runs; lib/cli/diff/checks.test.ts compares some',
  'npx petvet diff reports/production/latest reports/staging/latest --format markdown --out diff.md':
    'there are no such runs; lib/cli/diff/checks.test.ts compares some',
  'npx petvet diff production staging':
    'there are no such targets; lib/end-to-end/diff-targets.waits.test.ts compares some of its own',
  'npx petvet diff production staging --profile read-only --max-regression median=50%':
    'there are no such targets, either; lib/end-to-end/diff-targets.waits.test.ts compares some of its own',
  'npx petvet diff production staging --format markdown --out diff.md':
    'there are no such targets, either; lib/end-to-end/diff-targets.waits.test.ts compares some of its own',
  'npx petvet load daily --target staging --yes --report reports/daily':
    'there is no such target; lib/end-to-end/certify-load.waits.test.ts certifies a load of its own',
  'npx petvet certify --from reports/daily --key petvet-signing.pem':
    'there is no such run; lib/end-to-end/certify-load.waits.test.ts certifies one',
  'npx petvet pair reports/adopt reports/staging/2026-11-21T13-00-00':
    'there are no such runs; lib/end-to-end/pair.waits.test.ts makes some',
  'npx petvet replay reports/DIR LIST-2': 'its report violates nothing',
  'npm run attack': 'it takes minutes; lib/attack/attack.waits.test.ts runs a sample',
  'npm run attack -- 20000 7': 'it takes an hour; lib/attack/attack.waits.test.ts runs a sample',
  'npm run attack -- "check + a key of 30,000 characters + SIGTERM"':
    'it installs k6 first; lib/attack/attack.waits.test.ts runs a sample',
  'npx petvet dispute reports/DIR LIST-2 --out LIST-2.md':
    'its report violates nothing; lib/cli/dispute/dispute.test.ts disputes a finding',
  'npx petvet check --target production --profile read-only --require-complete':
    'there is no such target, either; lib/end-to-end/profiles.waits.test.ts runs it on one of its own',
  'npx petvet check --target staging --require-complete --seed 1':
    'there is no such target; getting started, below, runs it on one of its own',
  'npx petvet check --target staging --require-complete':
    'there is no such target; getting started, below, runs it on one of its own',
  'npx petvet check --target staging --smoke': 'getting started, below, runs it on a target of its own',
  'npx petvet check --target staging': 'getting started, below, runs it on a target of its own',
  'npx petvet doctor --target staging': 'getting started, below, runs it on a target of its own',
  'npx petvet plan --target staging': 'getting started, below, runs it on a target of its own',
  'npx petvet check --target staging --baseline petvet-baseline.yaml':
    'there is no such target, either; lib/end-to-end/baseline.waits.test.ts runs it on one of its own',
  "npx petvet check --target staging --format json | jq -r '.new[]?'":
    'there is no such target, either; lib/end-to-end/baseline.waits.test.ts runs it on one of its own',
  'npx petvet watch --log /var/log/nginx/pets.log --base-url https://pets.example/v1':
    'there is no such log; lib/end-to-end/watch-documented.waits.test.ts reads one of its own',
  'npx petvet watch --listen 127.0.0.1:8080 --upstream http://127.0.0.1:3000/v1':
    'it runs until it is interrupted, too',
  'envoy -c envoy.yaml --file-flush-interval-msec 1000 | npx petvet watch --log - --base-url https://pets.example/v1':
    'Envoy is not installed here; lib/end-to-end/watch-documented.waits.test.ts pipes a log',
  'npx petvet watch --upstream http://127.0.0.1:3000/v1 -- npm test':
    'there is no such service; lib/end-to-end/watch.waits.test.ts runs a test suite',
  'npx petvet watch --upstream http://127.0.0.1:3000/v1 --base-url-variable BASE_URL --complete -- npm test':
    'there is no such service; lib/end-to-end/watch.waits.test.ts runs a test suite',
  'npx petvet watch --log pets.log --mapping mapping.json --once':
    'there is no such log, either; lib/end-to-end/watch-documented.waits.test.ts makes one',
  'npx petvet serve --sessions':
    'it runs until it is interrupted; lib/end-to-end/session-examples.waits.test.ts makes sessions',
  'npx petvet client --grease 7 --report reports/adopt -- node adopt.mjs':
    'there is no such client; lib/end-to-end/certify-client.test.ts certifies one',
  'npx petvet certify --from reports/adopt --key petvet-signing.pem':
    'there is no such run; lib/end-to-end/certify-client.test.ts certifies one',
  'npx petvet verify reports/adopt/certificate.intoto.jsonl --public-key petvet-signing.pem.pub':
    'there is no such certificate; lib/end-to-end/certify-client.test.ts verifies one',
  'npx petvet submit certificate.intoto.jsonl --register register --name pets-go --release 1.4.0 --vendor "Example Ltd" --contact pets@example.org --repository https://git.example/pets --reproduce "npm start" --public-key petvet-signing.pem.pub':
    'there is no register; lib/end-to-end/programme.waits.test.ts submits to one',
  'npx petvet dispute register/pets-go/1.4.0/certificate.intoto.jsonl reports/staging/2026-11-21T13-00-00':
    'there is no register, either; lib/end-to-end/programme.waits.test.ts opens a dispute',
  'npx petvet judge --client traffic.har --base-url https://pets.example/v1':
    'there is no such file; lib/end-to-end/recorded-client.waits.test.ts judges one',
  'npx petvet client -- node adopt.mjs': 'there is no such client; lib/end-to-end/client.waits.test.ts runs some',
  'npx petvet client --base-url-variable PETS_URL --api-key-variable PETS_KEY -- python3 adopt.py':
    'there is no such client, either; lib/end-to-end/client.waits.test.ts runs some',
  'npx petvet report reports/client/latest --format allure --out allure-results':
    'there is no such run; lib/cli/report/report-client.test.ts makes one of its own',
  'npx petvet report reports/client/latest --format har --out client.har':
    'there is no such run, either; lib/cli/report/report-client.test.ts makes one of its own',
  "npx petvet baseline write reports/client/latest --reason 'fixed in 2.1' --owner team-adoption":
    'there is no such run, either; lib/cli/baseline/baseline-client.test.ts makes one of its own',
  'npx petvet client --baseline petvet-baseline.yaml -- node adopt.mjs':
    'there is no such client, either; lib/end-to-end/client-outputs.waits.test.ts runs some',
  'npx petvet certify --target reference --new-key petvet-signing.pem':
    'it leaves a key behind; lib/end-to-end/certify-documented.waits.test.ts runs it elsewhere',
  'npx petvet certify --register register --new-key petvet-owner.pem':
    'there is no register; lib/end-to-end/trusting.waits.test.ts signs one',
  'npx petvet verify --all register --owner-key petvet-owner.pem.pub':
    'there is no register, either; lib/end-to-end/trusting.waits.test.ts signs one',
  'npx petvet verify --all register': 'there is no register; lib/end-to-end/register.waits.test.ts makes some',
  'npx petvet verify --all register --out register.html --out README.md':
    'there is no register, either; lib/end-to-end/register.waits.test.ts makes some',
  'npx petvet verify certificate.intoto.jsonl --public-key petvet-signing.pem.pub':
    'there is no such file; lib/end-to-end/certify-documented.waits.test.ts runs it on one of its own',
  'npx petvet verify certificate.intoto.jsonl --trusted-root trusted_root.json --certificate-identity https://github.com/example/pets/.github/workflows/certify.yml@refs/heads/main --certificate-issuer https://token.actions.githubusercontent.com':
    'there is no such file; lib/end-to-end/certify-keyless.waits.test.ts runs it on one of its own',
  'npx petvet certify --target staging --key petvet-signing.pem':
    'there is no such target; lib/end-to-end/certify-documented.waits.test.ts runs it on one of its own',
  'npx petvet certify --target staging --key petvet-signing.pem --nonce 5f0c9b1e7a2d4c68':
    'there is no such target; lib/end-to-end/certify-documented.waits.test.ts runs it on one of its own',
  'npx petvet verify certificate.intoto.jsonl --public-key petvet-signing.pem.pub --nonce 5f0c9b1e7a2d4c68 --live https://pets.example/v1':
    'there is no such file; lib/end-to-end/certify-documented.waits.test.ts runs it on one of its own',
};
