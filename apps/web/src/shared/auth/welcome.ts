import { createObservable } from '../observable.js'

/** True between sign-up and the first own page: somebody who is signed in already still sees the page that thanks. */
export const welcome = createObservable(false)
