import { fileSize } from './file-size';

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1536, '1.5 kB'],
  [3_565_158, '3.4 MB'],
  [5 * 1024 ** 4, '5,120 GB'],
])('%i bytes are %s', (bytes, text) => {
  expect(fileSize(bytes)).toBe(text);
});
