import { keyFile } from './key-file';

it('the file of a key says whose it is and where it is good', () => {
  expect(keyFile('ann@chat.example', 'secret', 'https://chat.example')).toBe(
    '[api]\nemail=ann@chat.example\nkey=secret\nsite=https://chat.example\n',
  );
});
