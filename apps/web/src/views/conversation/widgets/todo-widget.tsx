import { useId } from 'react';
import { useClient, useClientState } from '../../../client/client';
import type { Message } from '../../../store/message';
import { type Task, type TodoList, newTask, tasksInOrder } from '../../../store/widgets/todo';
import { t } from '../../../strings/strings';
import { Button } from '../../../ui/button';
import { addToWidget } from './additions';
import { useTyped } from './typed';
import { LONGEST_TEXT } from './widget-limits';
import { WidgetTitle } from './widget-title';

interface TodoProps {
  message: Message;
  list: TodoList;
  canAdd: boolean;
}

function TaskRow({ message, task, canAdd }: { message: Message; task: Task; canAdd: boolean }) {
  const client = useClient();
  return (
    <li>
      <label className="todo-task" data-done={task.isDone || undefined}>
        <input
          type="checkbox"
          checked={task.isDone}
          disabled={!canAdd}
          onChange={() => void addToWidget(client, message, { type: 'strike', key: task.key })}
        />
        <span className="todo-text">
          <bdi>{task.text}</bdi>
          {task.description !== '' && <span className="todo-description"> {task.description}</span>}
        </span>
      </label>
    </li>
  );
}

interface TextFieldProps {
  label: string;
  value: string;
  describedBy?: string;
  onChange: (text: string) => void;
}

function TextField({ label, value, describedBy, onChange }: TextFieldProps) {
  return (
    <input
      className="input"
      aria-label={label}
      aria-describedby={describedBy}
      placeholder={label}
      maxLength={LONGEST_TEXT}
      dir="auto"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function AddTask({ message, list }: Omit<TodoProps, 'canAdd'>) {
  const client = useClient();
  const id = useId();
  const [typed, setTyped] = useTyped(message.id, 'task');
  const [description, setDescription] = useTyped(message.id, 'description');
  const task = typed.trim();
  const isThere = list.tasks.some(({ text }) => text === task);
  const add = (): void => {
    if (task === '' || isThere) return;
    setTyped('');
    setDescription('');
    const addition = newTask(list, { task, desc: description.trim() }, client.store.get().userId);
    void addToWidget(client, message, addition).then((isTaken) => {
      if (isTaken) return;
      setTyped(task);
      setDescription(description);
    });
  };
  return (
    <form
      className="widget-add"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <div className="widget-line">
        <TextField label={t('todo.addTask')} value={typed} describedBy={isThere ? id : undefined} onChange={setTyped} />
        <TextField label={t('todo.description')} value={description} onChange={setDescription} />
        <Button type="submit" disabled={task === '' || isThere}>
          {t('widget.add')}
        </Button>
      </div>
      <p id={id} role="status" className="widget-note">
        {isThere && t('todo.isThere')}
      </p>
    </form>
  );
}

/** Tasks that everybody adds, ticks and opens again. */
export function TodoWidget({ message, list, canAdd }: TodoProps) {
  const client = useClient();
  const id = useId();
  const isAuthor = useClientState((state) => state.userId === message.sender_id);
  const rename = (title: string): void => {
    void addToWidget(client, message, { type: 'new_task_list_title', title });
  };
  return (
    <div className="widget" role="group" aria-labelledby={id}>
      <WidgetTitle
        id={id}
        text={list.title}
        placeholder={t('todo.noTitle')}
        editLabel={t('todo.editTitle')}
        onSave={isAuthor && canAdd ? rename : undefined}
      />
      <ul>
        {tasksInOrder(list).map((task) => (
          <TaskRow key={task.key} message={message} task={task} canAdd={canAdd} />
        ))}
      </ul>
      {list.tasks.length === 0 && <p className="widget-note">{t('todo.noTasks')}</p>}
      {canAdd && <AddTask message={message} list={list} />}
    </div>
  );
}
