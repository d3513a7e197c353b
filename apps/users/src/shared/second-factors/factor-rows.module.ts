import { Module } from '@nestjs/common';
import { FactorsRepository } from './factors.repository';
import { PasswordSteps } from './password-steps';
import { SignInSteps } from './sign-in-steps';
import { SignInStepsRepository } from './sign-in-steps.repository';

/** Rows of second factors, for whatever signs in with a password. */
@Module({
  providers: [FactorsRepository, PasswordSteps, SignInSteps, SignInStepsRepository],
  exports: [FactorsRepository, PasswordSteps, SignInSteps],
})
export class FactorRowsModule {}
