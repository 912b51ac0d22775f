/** Path of the page that signs in a browser; only the development server of the pages serves it. */
export const signInPath = '/development/sign-in'

/** Signs in as administrator over the API; returns `{ token, cookies }`. */
export async function signInAdministrator(target, { username, password }) {
  const reply = await fetch(`${target}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password, remember: true }),
  })
  if (!reply.ok) throw new Error(`the administrator could not sign in: ${reply.status} ${await reply.text()}`)
  const { access_token: token } = await reply.json()
  return { token, cookies: reply.headers.getSetCookie() }
}

/** Sets the same browser state as the sign-in form: the refresh cookie, and the access token in the page's storage. */
export function administratorSignIn({ target, administrator }) {
  return {
    name: 'administrator-sign-in',
    configureServer({ middlewares }) {
      middlewares.use(signInPath, (_, response) => {
        const reply = ({ token, cookies }) => {
          response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'set-cookie': cookies })
          response.end(signedInPage(token))
        }
        const refuse = (error) => response.writeHead(502).end(`${error.message}\n`)
        void signInAdministrator(target, administrator).then(reply, refuse)
      })
    },
  }
}

const signedInPage = (token) => `<!doctype html>
<title>Kamar</title>
<script>
  localStorage.setItem('accessToken', ${JSON.stringify(token)})
  location.replace('/home')
</script>
`
