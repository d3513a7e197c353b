import {
  addAlertWords,
  deleteProfileData,
  listAlertWords,
  markOnboardingStep,
  muteUser,
  removeAlertWords,
  unmuteUser,
  updateProfileData,
} from '@stoa/contracts';
import { RpcClient } from '@stoa/rpc';
import { Endpoint, EndpointController } from '../http/endpoint.decorator';
import type { UserContext } from '../http/request-context';
import {
  AddAlertWordsParams,
  DeleteProfileDataParams,
  MutedUserParams,
  OnboardingStepParams,
  RemoveAlertWordsParams,
  UpdateProfileDataParams,
} from './personal-lists.params';

const bad = (msg: string) => ({ code: 'BAD_REQUEST', msg });
const NO_BOTS = bad('This endpoint does not accept bot requests.');
const NOT_EDITABLE = bad('You are not allowed to change this field. Contact an administrator to update it.');

/** Muted users, alert words, onboarding and profile values (users.md 5, 12 to 14). */
@EndpointController()
export class PersonalListsController {
  constructor(private readonly rpc: RpcClient) {}

  @Endpoint({
    method: 'POST',
    path: 'users/me/muted_users/{muted_user_id}',
    summary: 'Mute a user',
    description: 'What the user sent is marked as read; what follows arrives read.',
    tag: 'Users',
    auth: 'user',
    params: MutedUserParams,
    response: muteUser.response,
    errors: [bad('Cannot mute self'), bad('User already muted'), bad('No such user'), bad('Insufficient permission')],
  })
  mute(ctx: UserContext, { userId }: MutedUserParams): Promise<Buffer> {
    return this.rpc.callRaw(muteUser, ctx, { userId });
  }

  @Endpoint({
    method: 'DELETE',
    path: 'users/me/muted_users/{muted_user_id}',
    summary: 'Unmute a user',
    tag: 'Users',
    auth: 'user',
    params: MutedUserParams,
    response: unmuteUser.response,
    errors: [bad('User is not muted'), bad('No such user'), bad('Insufficient permission')],
  })
  unmute(ctx: UserContext, { userId }: MutedUserParams): Promise<Buffer> {
    return this.rpc.callRaw(unmuteUser, ctx, { userId });
  }

  @Endpoint({
    method: 'GET',
    path: 'users/me/alert_words',
    summary: 'Get your alert words',
    tag: 'Users',
    auth: 'user',
    response: listAlertWords.response,
  })
  listAlertWords(ctx: UserContext): Promise<Buffer> {
    return this.rpc.callRaw(listAlertWords, ctx, {});
  }

  @Endpoint({
    method: 'POST',
    path: 'users/me/alert_words',
    summary: 'Add alert words',
    tag: 'Users',
    auth: 'user',
    params: AddAlertWordsParams,
    response: addAlertWords.response,
    errors: [
      bad('alert_words[0] is too long (limit: 100 characters)'),
      bad('You cannot have more than 1000 alert words. Delete some that you no longer need and try again.'),
    ],
  })
  addAlertWords(ctx: UserContext, { words }: AddAlertWordsParams): Promise<Buffer> {
    return this.rpc.callRaw(addAlertWords, ctx, { words });
  }

  @Endpoint({
    method: 'DELETE',
    path: 'users/me/alert_words',
    summary: 'Remove alert words',
    tag: 'Users',
    auth: 'user',
    params: RemoveAlertWordsParams,
    response: removeAlertWords.response,
    errors: [bad('alert_words is not a list')],
  })
  removeAlertWords(ctx: UserContext, { words }: RemoveAlertWordsParams): Promise<Buffer> {
    return this.rpc.callRaw(removeAlertWords, ctx, { words });
  }

  @Endpoint({
    method: 'POST',
    path: 'users/me/onboarding_steps',
    summary: 'Mark an onboarding step as seen',
    tag: 'Users',
    auth: 'user',
    guard: 'human',
    params: OnboardingStepParams,
    response: markOnboardingStep.response,
    errors: [bad('Unknown onboarding_step: nonexistent'), NO_BOTS],
  })
  markOnboardingStep(ctx: UserContext, { name }: OnboardingStepParams): Promise<Buffer> {
    return this.rpc.callRaw(markOnboardingStep, ctx, { name });
  }

  @Endpoint({
    method: 'PATCH',
    path: 'users/me/profile_data',
    summary: 'Change your custom profile data',
    tag: 'Users',
    auth: 'user',
    guard: 'human',
    params: UpdateProfileDataParams,
    response: updateProfileData.response,
    errors: [
      bad('Field id 7 not found.'),
      NOT_EDITABLE,
      bad('Favourite food is too long (limit: 50 characters)'),
      bad('Birthday is not a date'),
      bad('Homepage is not a URL'),
      bad("'x' is not a valid choice for 'Team'."),
      bad('User IDs is not a list'),
      bad('Invalid user IDs: 8, 9'),
      bad('User with ID 8 is deactivated'),
      bad('User with ID 8 is a bot'),
      bad('Favourite food is not a string'),
      NO_BOTS,
    ],
  })
  updateProfileData(ctx: UserContext, { data }: UpdateProfileDataParams): Promise<Buffer> {
    return this.rpc.callRaw(updateProfileData, ctx, { data });
  }

  @Endpoint({
    method: 'DELETE',
    path: 'users/me/profile_data',
    summary: 'Remove custom profile data of yours',
    tag: 'Users',
    auth: 'user',
    guard: 'human',
    params: DeleteProfileDataParams,
    response: deleteProfileData.response,
    errors: [bad('Field id 7 not found.'), NOT_EDITABLE, NO_BOTS],
  })
  deleteProfileData(ctx: UserContext, { fieldIds }: DeleteProfileDataParams): Promise<Buffer> {
    return this.rpc.callRaw(deleteProfileData, ctx, { fieldIds });
  }
}
