/** Before npm packs the repository as it is: Node runs no TypeScript within node_modules, so that what came of it could not be loaded. */
process.stderr.write(
  'petvet: the repository itself is not the package, and what is packed of it cannot be loaded\n' +
    '  run `npm run build`, then `npm pack ./dist` or `npm publish ./dist`\n',
);
process.exitCode = 2;
