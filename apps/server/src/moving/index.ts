/** The door: items that go, or are copied, to another folder. */
export { placeTask } from './place-task.ts';
export { movingRoutes } from './routes.ts';
