// `node compile.cjs FOLDER ENTRY…`: runs every entry of a bundle and keeps what V8 made of each file beside it.
'use strict';
const { writeFileSync } = require('node:fs');
const path = require('node:path');
const v8 = require('node:v8');

const [, , folder, ...entries] = process.argv;
const { exit } = process;
// A service ends at once where it has no settings. By then it has loaded all of its code.
process.exit = () => undefined;
process.argv.length = 2;
// Functions that are not called for a while would be forgotten.
v8.setFlagsFromString('--no-flush-bytecode');
const run = require(path.join(folder, 'run.js'));
for (const entry of entries) run(entry);
v8.setFlagsFromString('--flush-bytecode');
for (const [file, script] of run.scripts) writeFileSync(`${file}.cache`, script.createCachedData());
exit(0);
