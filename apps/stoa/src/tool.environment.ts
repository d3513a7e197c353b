import { FileServiceEnvironment } from '@stoa/config';
import { DemoVariable, SystemBotDomainVariable } from './base/cluster/tool-settings';

/** What commands read, all together; each asks only for what it uses (cluster/tool-settings.ts). */
export class ToolEnvironment extends FileServiceEnvironment {
  @DemoVariable()
  STOA_DEMO!: boolean;

  @SystemBotDomainVariable()
  STOA_SYSTEM_BOT_DOMAIN!: string;
}
