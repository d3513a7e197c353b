import type { RequestOf, RpcRequest } from '@stoa/contracts/rpc';
import { applySettings, runZcommand } from '@stoa/contracts/users';
import { badRequest } from '@stoa/errors';
import { RpcClient } from '@stoa/rpc';
import { Answer, Endpoint, EndpointController } from '../../http/endpoint.decorator';
import type { UserContext } from '../../http/request-context';

interface Command {
  settings: RpcRequest<typeof applySettings>;
  answer: string;
}

/** Values of `color_scheme` (users.md 8). */
const DARK = 2;
const LIGHT = 3;

/** Commands that change a setting of the caller. */
const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['dark', { settings: { color_scheme: DARK }, answer: 'Changed to dark theme. To revert, try `/light`.' }],
  ['light', { settings: { color_scheme: LIGHT }, answer: 'Changed to light theme. To revert, try `/dark`.' }],
  [
    'fluid-width',
    { settings: { fluid_layout_width: true }, answer: 'Changed to fluid width. To revert, try `/fixed-width`.' },
  ],
  [
    'fixed-width',
    { settings: { fluid_layout_width: false }, answer: 'Changed to fixed width. To revert, try `/fluid-width`.' },
  ],
]);

@EndpointController()
export class ZcommandController {
  constructor(private readonly rpc: RpcClient) {}

  @Endpoint(runZcommand)
  async run(ctx: UserContext, { command }: RequestOf<typeof runZcommand>): Promise<Answer<object>> {
    if (!command.startsWith('/')) throw badRequest('There should be a leading slash in the zcommand.');
    const name = command.slice(1);
    if (name === 'ping') return new Answer({}, '');
    const known = COMMANDS.get(name);
    if (!known) throw badRequest(`No such command: ${name}`);
    await this.rpc.call(applySettings, ctx, known.settings);
    return new Answer({}, known.answer);
  }
}
