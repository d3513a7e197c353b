import { subdomainOfHost } from './realm-host';

describe('subdomainOfHost', () => {
  it.each([
    ['chat.example', 'chat.example', ''],
    ['chat.example:9991', 'chat.example:9991', ''],
    ['chat.example:80', 'chat.example:9991', ''],
    ['CHAT.Example', 'chat.example', ''],
    ['www.chat.example', 'chat.example', ''],
    ['hall.chat.example', 'chat.example', 'hall'],
    ['Hall.chat.example:9991', 'chat.example', 'hall'],
    ['a.b.chat.example', 'chat.example', 'a.b'],
    ['notchat.example', 'chat.example', undefined],
    ['chat.example.evil', 'chat.example', undefined],
    ['127.0.0.1:9991', 'localhost:9991', undefined],
    ['127.0.0.1:9991', '127.0.0.1:9991', ''],
    ['[::1]:9991', '[::1]:9991', ''],
    ['', 'chat.example', undefined],
  ])('%s at %s', (host, externalHost, subdomain) => {
    expect(subdomainOfHost(host, externalHost)).toBe(subdomain);
  });
});
