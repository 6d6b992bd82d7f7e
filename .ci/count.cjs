// Prints `N passed, N failed` from vitest's JSON report, and ends accordingly.
// Arguments: the report, and the exit status of the test command.
const { existsSync, readFileSync } = require('node:fs');

const [file, status] = process.argv.slice(2);
const {
  numPassedTests = 0,
  numFailedTests = 0,
  testResults = [],
} = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
// A file that cannot even be loaded has no tests that could fail.
const lostFiles = testResults.filter(
  (result) => result.status === 'failed' && !result.assertionResults.some((test) => test.status === 'failed'),
).length;
const found = numFailedTests + lostFiles;
// What is found beside the tests (types, lint, format, unused exports) is one fault.
const failed = found === 0 && (status !== '0' || numPassedTests === 0) ? 1 : found;
console.log(`${numPassedTests} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
