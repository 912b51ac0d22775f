import type { Page } from 'playwright-core'

/** User of a test; every test signs up its own. */
export interface User {
  readonly email: string
  readonly name: string
  readonly password: string
}

let userCount = 0

export function createUser(): User {
  userCount += 1
  // Test files in different processes share a server.
  return {
    email: `person-${process.pid}-${userCount}@example.com`,
    name: `Builders ${userCount}`,
    password: 'stone arch 1872',
  }
}

/** Signs up through the screens and waits for the file manager. */
export async function signUpAndIn(page: Page, address: string, user: User): Promise<void> {
  await page.goto(`${address}/signUp`)
  await page.getByLabel('Email').fill(user.email)
  await page.getByLabel('Company').fill(user.name)
  await page.getByLabel('Password', { exact: true }).fill(user.password)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.waitForURL('**/thank-you')
  await page.getByRole('link', { name: 'Open your files' }).click()
  await page.waitForURL('**/home')
}

/** Fills in the sign-in form once it is displayed: the previous page may have the same fields. */
export async function signIn(page: Page, user: User): Promise<void> {
  const submit = page.getByRole('button', { name: 'Sign In', exact: true })
  await submit.waitFor()
  await page.getByLabel('Email').fill(user.email)
  await page.getByLabel('Password', { exact: true }).fill(user.password)
  await submit.click()
  await page.waitForURL('**/home')
}

/** Returns the file input behind the upload button of the file manager, or of the viewer's list of models. */
export const uploadInput = (page: Page) => page.locator('input[type=file][multiple]').first()

/** Uploads through the upload button of the file manager. */
export async function upload(page: Page, path: string): Promise<void> {
  await uploadInput(page).setInputFiles(path)
}

/** Requests an access token directly from the API, to check the server's state. */
export async function accessToken(address: string, user: User): Promise<string> {
  const response = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: user.email, password: user.password }),
  })
  const body = (await response.json()) as { access_token: string }
  return body.access_token
}
