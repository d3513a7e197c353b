// What stands before the gateways of emulated nodes, and does what docs/operate/kubernetes.md asks of it:
// `node ingress.mjs SOCKET GATEWAY…` listens on a socket of the file system and gives each request to the next gateway. A
// connection for each request; a gateway that cannot be reached within two seconds is passed over; one that stops answering
// the network is found out within four, and what it had is asked of another one if the method allows that. Keep-alives would
// be the means, but Node.js sends ten of them and has no setting for that: here a connection a second stands for them.
import http from 'node:http';
import { connect } from 'node:net';

const [socket, ...gateways] = process.argv.slice(2);
const CONNECT_MS = 2_000;
const PROBE_MS = 1_000;
/** A gateway that misses so many probes in a row has lost its connections. */
const MISSED_PROBES = 3;
const SAFE_TO_REPEAT = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Connections to each gateway. */
const open = new Map(gateways.map((gateway) => [gateway, new Set()]));
let turn = 0;

/** Asks a gateway's machine again and again whether it is there. */
function watch(gateway) {
  const [host, port] = gateway.split(':');
  let missed = 0;
  setInterval(() => {
    const probe = connect({ host, port, timeout: PROBE_MS });
    probe.once('connect', () => {
      missed = 0;
      probe.destroy();
    });
    probe.once('timeout', () => {
      missed += 1;
      probe.destroy();
      if (missed >= MISSED_PROBES)
        for (const connection of open.get(gateway)) connection.destroy(new Error('the gateway is silent'));
    });
    // Whoever refuses is there.
    probe.once('error', () => probe.destroy());
  }, PROBE_MS);
}

/** Asks a gateway. @returns whether the request may be given to another one, which then has to be done */
function ask(gateway, request, body, response) {
  return new Promise((resolve) => {
    const [host, port] = gateway.split(':');
    const { method, url, headers } = request;
    const upstream = http.request({ host, port, method, path: url, headers, agent: false });
    let isConnected = false;
    const timer = setTimeout(() => upstream.destroy(new Error('no connection in time')), CONNECT_MS);
    upstream.once('socket', (connection) => {
      open.get(gateway).add(connection);
      connection.once('close', () => open.get(gateway).delete(connection));
      connection.once('connect', () => {
        isConnected = true;
        clearTimeout(timer);
      });
    });
    upstream.once('response', (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
      answer.once('error', () => response.destroy());
      resolve(false);
    });
    upstream.once('error', () => {
      clearTimeout(timer);
      resolve(!response.headersSent && (!isConnected || SAFE_TO_REPEAT.has(method)));
      if (isConnected && !response.headersSent && !SAFE_TO_REPEAT.has(method)) refuse(response);
    });
    response.once('close', () => upstream.destroy());
    upstream.end(body);
  });
}

function refuse(response) {
  response.writeHead(502, { 'content-type': 'application/json' });
  response.end('{"result":"error","msg":"no gateway answered","code":"BAD_GATEWAY"}');
}

const server = http.createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const first = turn++;
  for (let tries = 0; tries < gateways.length; tries += 1) {
    const gateway = gateways[(first + tries) % gateways.length];
    if (!(await ask(gateway, request, body, response))) return;
  }
  refuse(response);
});
gateways.forEach(watch);
server.keepAliveTimeout = 60_000;
server.listen(socket, () => process.stdout.write('listening\n'));
