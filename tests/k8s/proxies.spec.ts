import { spawnSync } from 'node:child_process';
import { root } from './rendered-manifests';

describe('values for ingress-nginx', () => {
  it('let it notice a gateway that is lost', () => {
    const program = `
      import { ingressValueProblems, readIngressValues } from './tools/k8s/proxy-rules.mjs';
      const changed = (right, wrong) => JSON.parse(JSON.stringify(readIngressValues()).replace(right, wrong));
      const changes = [
        ['', ''],
        ['keepalive_time":"2"', 'keepalive_time":"7200"'],
        ['proxy_socket_keepalive on;', 'keepalive_timeout 5s;'],
        ['probes":"2"', 'probes":2'],
        ['"config"', '"allowSnippetAnnotations":true,"config"'],
      ];
      console.log(JSON.stringify(changes.map(([right, wrong]) => ingressValueProblems(changed(right, wrong)))));`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: root,
      encoding: 'utf8',
    });
    const of = (problem: string) => [`k8s/servers/ingress-nginx-values.yaml: ${problem}`];
    expect([stderr, JSON.parse(stdout || '[]')]).toEqual([
      '',
      [
        [],
        of('keeps connections of lost gateways'),
        of('does not ask whether connections to gateways are alive'),
        of('net.ipv4.tcp_keepalive_probes is no text'),
        of('lets every ingress bring configuration of its own'),
      ],
    ]);
  });
});
