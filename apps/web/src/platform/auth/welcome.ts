import { createObservable } from '../observable.js'

/** True between sign-up and the first page of the account: the signed-in user still sees the welcome page. */
export const welcome = createObservable(false)
