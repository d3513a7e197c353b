import { Controller } from '@nestjs/common';
import { type RegisterRequest, register } from '@stoa/contracts';
import { type CallContext, Handles, RawJson } from '@stoa/rpc';
import { RegisterService } from './register.service';

@Controller()
export class RegisterHandler {
  constructor(private readonly service: RegisterService) {}

  @Handles(register)
  async register(request: RegisterRequest, context: CallContext): Promise<RawJson> {
    return new RawJson(await this.service.register(context, request));
  }
}
