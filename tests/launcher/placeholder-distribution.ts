import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const SERVICES = ['gateway', 'messages', 'users', 'events', 'presence', 'push', 'push-relay-dev'];

/** What the launcher's preparation step says of a demo organization. */
const DEMO = {
  realm: { id: 2, name: 'Placeholder' },
  accounts: [{ role: 'owner', full_name: 'O', email: 'o@demo.example', user_id: 1, api_key: 'k', password: 'p' }],
};

/** Writes a folder of compiled services for the launcher, all of them placeholders; `broken` ones exit at once. */
export function writePlaceholders(folder: string, broken: readonly string[] = []): string {
  for (const name of SERVICES) {
    const source = broken.includes(name)
      ? `console.error('${name}: STOA_X: must be set'); process.exit(1);`
      : `require(${JSON.stringify(path.join(__dirname, 'placeholder-service.cjs'))});`;
    write(path.join(folder, 'apps', name, 'src', 'main.js'), source);
  }
  write(
    path.join(folder, 'apps', 'stoa', 'src', 'main.js'),
    `console.log(${JSON.stringify(JSON.stringify({ applied: [], demo: DEMO }))});`,
  );
  return folder;
}

function write(file: string, content: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
}
