/** What stands beside each name in the list of people (`user_list_style`). */
export const PeopleStyle = { Compact: 1, WithStatus: 2, WithPicture: 3 } as const;
