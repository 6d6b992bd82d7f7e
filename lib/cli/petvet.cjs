#!/usr/bin/env node
// Plain old JavaScript: a Node that is too old must get as far as the sentence below.
var needed = [22, 19];
var found = process.versions.node.split('.').map(Number);
if (found[0] < needed[0] || (found[0] === needed[0] && found[1] < needed[1])) {
  process.stderr.write(
    'petvet needs Node ' +
      needed.join('.') +
      ' or newer; this is Node ' +
      process.versions.node +
      '. Install a newer Node and run it again.\n',
  );
  process.exit(2);
}
try {
  process.cwd();
} catch {
  process.stderr.write('petvet: the current folder is gone. Change to one that is there and run it again.\n');
  process.exit(2);
}
var main = require('fs').existsSync(require('path').join(__dirname, 'main.js')) ? './main.js' : './main.ts';
void import(main).then(function (petvet) {
  return petvet.main(process.argv.slice(2));
});
