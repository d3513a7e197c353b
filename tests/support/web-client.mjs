// The browser's code is of another module system, which the tests' compiler does not follow.
export { foldedAndFresh } from '../../apps/web/src/test-support/folding.ts';
