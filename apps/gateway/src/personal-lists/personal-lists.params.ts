import { Type } from '@sinclair/typebox';
import { IntegerListParam, IntegerParam, JsonParam, StringListParam, StringParam } from '@stoa/http-params';

export class MutedUserParams {
  @IntegerParam({ name: 'muted_user_id', in: 'path', doc: 'ID of the user.' })
  userId!: number;
}

export class AddAlertWordsParams {
  @StringListParam({ name: 'alert_words', maxLength: 100, doc: 'Words or phrases to add.' })
  words!: string[];
}

export class RemoveAlertWordsParams {
  @StringListParam({ name: 'alert_words', doc: 'Words or phrases to remove, in whatever case.' })
  words!: string[];
}

export class OnboardingStepParams {
  @StringParam({ name: 'onboarding_step', doc: 'Name of the step that was seen.' })
  name!: string;
}

const ProfileValueSchema = Type.Object({
  id: Type.Integer(),
  value: Type.Union([Type.String(), Type.Array(Type.Integer())]),
});

export class UpdateProfileDataParams {
  @JsonParam(Type.Array(ProfileValueSchema), {
    doc: 'Values by field: `{"id": 4, "value": "tea"}`. Fields that pick people take a list of user IDs.',
  })
  data!: { id: number; value: string | number[] }[];
}

export class DeleteProfileDataParams {
  @IntegerListParam({ name: 'data', doc: 'IDs of the fields whose values go.' })
  fieldIds!: number[];
}
