import { runService } from '@stoa/lifecycle';
import { startGateway } from './application';
import { GatewayEnvironment } from './gateway-environment';
import { GatewayModule } from './gateway.module';

void runService({ service: 'gateway', environment: GatewayEnvironment, module: GatewayModule, start: startGateway });
