import { Module } from '@nestjs/common';
import { OnboardingStepsHandler } from './onboarding-steps.handler';
import { OnboardingStepsRepository } from './onboarding-steps.repository';
import { OnboardingStepsService } from './onboarding-steps.service';

@Module({ controllers: [OnboardingStepsHandler], providers: [OnboardingStepsRepository, OnboardingStepsService] })
export class OnboardingStepsModule {}
