import { type Addition, type Fields, fieldsOf, freeIndex, isIndex, listOf, textOf } from './fields';

export interface Task {
  /** `{i},canned` for those of the message, `{i},{sender}` for others. */
  readonly key: string;
  readonly text: string;
  /** Empty if there is none. */
  readonly description: string;
  readonly isDone: boolean;
}

export interface TodoList {
  /** Empty if it has none. */
  readonly title: string;
  readonly tasks: readonly Task[];
}

/** Two tasks never have the same text, nor does one take the place of another. */
function withTask(list: TodoList, key: string, { task, desc, completed }: Fields): TodoList {
  const text = textOf(task);
  if (text === undefined || list.tasks.some((known) => known.key === key || known.text === text)) return list;
  const added: Task = { key, text, description: textOf(desc) ?? '', isDone: completed === true };
  return { ...list, tasks: [...list.tasks, added] };
}

/** The list as its message has it. */
export function beginTodo({ task_list_title: title, tasks }: Fields): TodoList {
  const none: TodoList = { title: textOf(title) ?? '', tasks: [] };
  return listOf(tasks).reduce<TodoList>((list, task, index) => {
    const fields = fieldsOf(task);
    return fields ? withTask(list, `${index},canned`, fields) : list;
  }, none);
}

type Apply = (list: TodoList, addition: Addition) => TodoList;

const applyTask: Apply = (list, { senderId, data }) =>
  isIndex(data.key) ? withTask(list, `${data.key},${senderId}`, data) : list;

const applyStrike: Apply = (list, { data: { key } }) => ({
  ...list,
  tasks: list.tasks.map((task) => (task.key === key ? { ...task, isDone: !task.isDone } : task)),
});

const applyTitle: Apply = (list, { isAuthor, data }) => {
  const title = textOf(data.title);
  return isAuthor && title !== undefined ? { ...list, title } : list;
};

const ADDITIONS: ReadonlyMap<unknown, Apply> = new Map([
  ['new_task', applyTask],
  ['strike', applyStrike],
  ['new_task_list_title', applyTitle],
]);

/** The list after something was added; what makes no sense, or was not theirs to add, changes nothing. */
export function applyToTodo(list: TodoList, addition: Addition): TodoList {
  return ADDITIONS.get(addition.data.type)?.(list, addition) ?? list;
}

export function newTask({ tasks }: TodoList, { task, desc }: { task: string; desc: string }, userId: number): Fields {
  const keys = tasks.map(({ key }) => key);
  return { type: 'new_task', key: freeIndex(keys, (index) => `${index},${userId}`), task, desc, completed: false };
}

/** What is still to be done comes first; otherwise the order stays. */
export function tasksInOrder({ tasks }: TodoList): readonly Task[] {
  return [...tasks.filter(({ isDone }) => !isDone), ...tasks.filter(({ isDone }) => isDone)];
}
