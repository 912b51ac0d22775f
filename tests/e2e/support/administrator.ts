/** Credentials of the administrator of a test server. */
export const administrator = { username: 'keystone', password: 'stone arch 1872' }

/** Server settings that create this administrator. */
export const administratorSettings = {
  KAMAR_ADMIN_USERNAME: administrator.username,
  KAMAR_ADMIN_PASSWORD: administrator.password,
}
