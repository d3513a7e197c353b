import { Module } from '@nestjs/common';
import { OnboardingStepsRepository } from './onboarding-steps.repository';
import { OnboardingStepsService } from './onboarding-steps.service';

@Module({ providers: [OnboardingStepsRepository, OnboardingStepsService] })
export class OnboardingStepsModule {}
