/** Pages of the HTTP API. An operation belongs to the first group whose pattern its path matches. */
export const httpGroups = [
  { name: 'model-sets', title: 'Model sets', pattern: /\/model-sets/ },
  { name: 'extensions', title: 'Extensions', pattern: /^\/api\/(admin\/)?extensions/ },
  { name: 'administration', title: 'Administration', pattern: /^\/api\/admin\/(?!login)/ },
  { name: 'applications', title: 'Client applications', pattern: /^\/api\/auth\/applications/ },
  {
    name: 'topics',
    title: 'Topics, views and BCF',
    pattern: /^\/api\/auth\/my-urns\/\{id\}\/(topics|views|viewpoints|bcf|mentionable)/,
  },
  {
    name: 'sharing',
    title: 'Projects and sharing',
    pattern: /^\/api\/(projects|invitations|share-links|auth\/my-urns\/\{id\}\/(people|links|project))/,
  },
  { name: 'uploads', title: 'Uploads', pattern: /^\/api\/(uploads|upload-rules|auth\/upload)/ },
  {
    name: 'versions',
    title: 'Versions, results and exports',
    pattern: /^\/api\/(packages|derivatives|auth\/viewer-token|auth\/my-urns\/\{id\}\/(versions|companions))/,
  },
  { name: 'files', title: 'Files', pattern: /^\/api\/(auth\/(my-urns|bin|file-types|events)|examples)/ },
  {
    name: 'profile',
    title: 'Profile, preferences and storage',
    pattern: /^\/api\/(auth\/(profile|avatar|preferences|storage|fonts)|notifications)/,
  },
  { name: 'accounts', title: 'Accounts and sign-in', pattern: /^\/api\/(auth|setup|admin\/login)/ },
  { name: 'service', title: 'Service', pattern: /^\/api\// },
  { name: 'aps-authentication', title: 'APS: authentication', pattern: /^\/(authentication|\.well-known)\// },
  { name: 'aps-object-storage', title: 'APS: object storage', pattern: /^\/oss\// },
  { name: 'aps-model-derivative', title: 'APS: model derivative', pattern: /^\/modelderivative\// },
  { name: 'aps-webhooks', title: 'APS: webhooks', pattern: /^\/webhooks\// },
]
