import { Controller } from '@nestjs/common';
import { type RpcRequest, markOnboardingStep } from '@stoa/contracts';
import { type CallContext, Handles, requireActor } from '@stoa/rpc';
import { OnboardingStepsService } from './onboarding-steps.service';

@Controller()
export class OnboardingStepsHandler {
  constructor(private readonly steps: OnboardingStepsService) {}

  @Handles(markOnboardingStep)
  async mark({ name }: RpcRequest<typeof markOnboardingStep>, context: CallContext): Promise<object> {
    await this.steps.mark(requireActor(context), name);
    return {};
  }
}
