import path from 'node:path';

const ROLES_TO_TRY = ['member', 'bot'];

function table(accounts) {
  const columns = ['role', 'email', 'api_key', 'password'];
  const rows = accounts.map((account) => columns.map((column) => account[column] || '-'));
  const widths = columns.map((column, index) => Math.max(column.length, ...rows.map((row) => row[index].length)));
  const line = (cells) =>
    `  ${cells
      .map((cell, index) => cell.padEnd(widths[index]))
      .join('  ')
      .trimEnd()}\n`;
  return line(columns) + rows.map(line).join('');
}

function commandsToTry({ base_url: baseUrl, accounts }) {
  const [sender] = ROLES_TO_TRY.map((role) =>
    accounts.find((account) => account.role === role && account.api_key),
  ).filter(Boolean);
  if (!sender) return '';
  const curl = `curl -s -u ${sender.email}:${sender.api_key}`;
  return (
    '\nTry:\n' +
    `  ${curl} ${baseUrl}/api/v1/users/me\n` +
    `  ${curl} ${baseUrl}/api/v1/messages -d type=stream -d to=general -d topic=hello --data-urlencode 'content=Hello, Stoa!'\n`
  );
}

/** What `npm start` prints once everything is healthy. */
export function describeCluster(description, dataDir) {
  const { accounts, base_url: baseUrl } = description;
  return (
    `\nStoa is running at ${baseUrl}\n` +
    (accounts.length > 0 ? `\nAccounts of ${description.realm.name}:\n${table(accounts)}` : '') +
    commandsToTry(description) +
    `\nReference: ${baseUrl}/api/docs   Details: ${path.join(dataDir, 'cluster.json')}   Logs: ${path.join(dataDir, 'logs')}\n` +
    'Ctrl-C stops everything.\n'
  );
}
