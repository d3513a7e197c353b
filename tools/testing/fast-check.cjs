// fast-check as tests get it: draws follow STOA_TEST_SEED, which `npm test` sets; without it every run draws anew.
const fastCheck = require('../../node_modules/fast-check/lib/cjs/fast-check.js');

const seed = process.env.STOA_TEST_SEED;
if (seed !== undefined) fastCheck.configureGlobal({ ...fastCheck.readConfigureGlobal(), seed: Number(seed) });

module.exports = fastCheck;
