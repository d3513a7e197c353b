// Stands for a service in the launcher's tests: becomes ready, reports its replica number, ends when asked to.
const http = require('node:http');

const healthy = (request, response) => response.writeHead(request.url === '/health/ready' ? 200 : 404).end();
http.createServer(healthy).listen(Number(process.env.STOA_INTERNAL_PORT), process.env.STOA_INTERNAL_HOST);
if (process.argv[1].includes('gateway')) {
  const tell = (_request, response) => response.end(process.env.STOA_REPLICA);
  http.createServer(tell).listen(Number(process.env.STOA_HTTP_PORT), process.env.STOA_HTTP_HOST);
}
process.on('SIGTERM', () => process.exit(0));
