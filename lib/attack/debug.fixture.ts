import { runAttempt } from './run-attempt.ts';
import { parseAttempt } from './attempt.ts';
process.env['ATTACK_DEBUG'] = '1';
console.log((await runAttempt(parseAttempt(process.argv[2] ?? ''), { prepared: '/tmp/attack-base', runs: '/tmp/attack-runs', k6: '/root/.cache/petvet/k6-1.8.1/k6' })).printed);
process.exit();
