import { writeFileSync } from 'node:fs';

/**
 * Reporter of Vitest: writes what failed outside of tests, as a list of messages, into the file that STOA_TEST_RUN_ERRORS names.
 * The JSON reporter leaves out rejections that nobody handled and workers that died, with the files that those had.
 */
export default class RunErrors {
  onTestRunEnd(_modules, errors) {
    writeFileSync(process.env.STOA_TEST_RUN_ERRORS, JSON.stringify(errors.map(({ message }) => message)));
  }
}
