#!/usr/bin/env node
// Plain old JavaScript: a Node that is too old must get as far as the sentence below.
var fs = require('fs');

// A closed or full stream throws here, or later: neither is a reason to show a stack.
process.stderr.on('error', function () {});
function refuse(sentence) {
  try {
    process.stderr.write(sentence + '\n');
  } catch {
    // Nobody reads it.
  }
  process.exit(2);
}

// The Node that the dependencies of the repository bring along; the package brings none.
function bundledNode() {
  var name = { darwin: 'node-darwin-', linux: 'node-linux-', win32: 'node-win-' }[process.platform] + process.arch;
  try {
    return require('path').join(
      require.resolve(name + '/package.json'),
      '..',
      'bin',
      process.platform === 'win32' ? 'node.exe' : 'node',
    );
  } catch {
    return undefined;
  }
}

// In a newer Node, with the same arguments, streams and signals, and then the same end.
function runIn(node) {
  var child = require('child_process').spawn(node, process.execArgv.concat(__filename, process.argv.slice(2)), {
    // The fourth tells the newer Node when this one is gone, however it ends.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: Object.assign({}, process.env, { PETVET_IN_BUNDLED_NODE: '1' }),
  });
  ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'].forEach(function (signal) {
    process.on(signal, function () {
      // A terminal sends Ctrl-C and Ctrl-\\ to both.
      if (!process.stdin.isTTY || (signal !== 'SIGINT' && signal !== 'SIGQUIT')) child.kill(signal);
    });
  });
  child.on('error', function () {
    refuse('petvet: the Node that came with it cannot be started. Install Node ' + needed.join('.') + ' or newer.');
  });
  child.on('exit', function (status, signal) {
    if (signal !== null) {
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    } else process.exit(status === null ? 2 : status);
  });
}

// Node makes this folder by itself, and never ends that where the system lets nobody make one, as below /proc.
function isCacheThere() {
  var folder = require('path').join(require('os').tmpdir(), 'node-compile-cache');
  try {
    if (!fs.existsSync(folder)) fs.mkdirSync(folder);
  } catch {
    // Another process may have made it meanwhile.
  }
  return fs.existsSync(folder);
}

var needed = [22, 19];
var found = process.versions.node.split('.').map(Number);
var isTooOld = found[0] < needed[0] || (found[0] === needed[0] && found[1] < needed[1]);
var newer = isTooOld && process.env.PETVET_IN_BUNDLED_NODE === undefined ? bundledNode() : undefined;
if (newer !== undefined) {
  runIn(newer);
} else {
  start();
}

function start() {
  if (process.env.PETVET_IN_BUNDLED_NODE !== undefined && process.channel) {
    process.once('disconnect', function () {
      process.kill(process.pid, 'SIGTERM');
    });
    process.channel.unref();
  }
  delete process.env.PETVET_IN_BUNDLED_NODE;
  if (isTooOld) {
    refuse(
      'petvet needs Node ' +
        needed.join('.') +
        ' or newer; this is Node ' +
        process.versions.node +
        '. Install a newer Node and run it again.',
    );
  }
  // Switches by which Node and petvet's libraries print what they hold, the API key too. Node reads its own before anything can be done.
  if (process.env.NODE_DEBUG || process.env.NODE_DEBUG_NATIVE) {
    process.stderr.write(
      'petvet: NODE_DEBUG makes Node print what passes through it, and that could be the API key.\n  unset NODE_DEBUG and NODE_DEBUG_NATIVE, and run it again\n',
    );
    process.exit(2);
  }
  delete process.env.DEBUG;
  try {
    process.cwd();
  } catch {
    refuse('petvet: the current folder is gone. Change to one that is there and run it again.');
  }

  // Node ends with a dump of its own when its heap is full: a heap in which petvet cannot even start is refused.
  var leastHeap = 64;
  var options = (process.env.NODE_OPTIONS || '').split(/\s+/).concat(process.execArgv);
  options.forEach(function (option) {
    var size = /^--max[-_]old[-_]space[-_]size=(\d+)$/.exec(option);
    if (size !== null && Number(size[1]) < leastHeap)
      refuse('petvet needs ' + leastHeap + ' MB of memory; ' + option + ' allows less. Raise it and run it again.');
  });

  // This many files and sockets are open at once.
  var handles = [];
  try {
    while (handles.length < 48) handles.push(fs.openSync(__filename, 'r'));
  } catch {
    handles.forEach(fs.closeSync);
    refuse('petvet: too few files may be open at once. Raise the limit, for example with ulimit -n 1024.');
  }
  handles.forEach(function (handle) {
    fs.closeSync(handle);
  });

  // What was compiled once need not be compiled at each start; where it cannot be kept, it is not.
  var enableCompileCache = require('module').enableCompileCache;
  if (enableCompileCache && isCacheThere()) enableCompileCache();

  var main = fs.existsSync(require('path').join(__dirname, 'main.js')) ? './main.js' : './main.ts';
  void import(main).then(
    function (petvet) {
      return petvet.main(process.argv.slice(2));
    },
    function (error) {
      if (process.env.PETVET_DEBUG !== undefined) console.error(error);
      refuse('petvet: it cannot be loaded (' + error.message.split('\n')[0] + '). Install it again.');
    },
  );
}
