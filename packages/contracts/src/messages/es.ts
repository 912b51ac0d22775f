import type { ErrorCode } from '../errors.js'
import type { TranslationFailureCode } from '../failures.js'

/** Spanish messages of the error table. */
export const errorMessagesSpanish: Record<ErrorCode, string> = {
  'bad-request': 'Revise los datos e inténtelo de nuevo',
  'invalid-credentials': 'Correo o contraseña incorrectos',
  'not-signed-in': 'Inicie sesión de nuevo',
  'refresh-refused': 'Inicie sesión de nuevo',
  'sign-in-expired': 'El inicio de sesión ha caducado. Inicie sesión de nuevo.',
  'provider-refused': 'No se ha podido iniciar sesión con {{provider}}. Inténtelo de nuevo.',
  'provider-email-unverified': '{{provider}} no ha verificado su correo, así que no puede iniciar sesión con él',
  'sign-up-closed': 'El registro está cerrado en este servidor',
  'provider-not-configured': 'El inicio de sesión con {{provider}} no está configurado en este servidor',
  'account-not-linked': 'Ya existe una cuenta con este correo. Inicie sesión con su contraseña.',
  'link-not-valid': 'Este enlace ya no es válido. Solicite uno nuevo.',
  'password-unchanged': 'Elija una contraseña distinta de la anterior',
  'password-not-right': 'Contraseña incorrecta',
  'code-not-right': 'Código incorrecto',
  'two-factor-first': 'Active primero la verificación en dos pasos de su propia cuenta',
  'two-factor-required': 'La verificación en dos pasos es obligatoria para su cuenta y sigue activada',
  'account-rejected': 'El administrador ha rechazado esta cuenta',
  'account-rejected-because': 'El administrador ha rechazado esta cuenta: {{reason}}',
  'approval-pending': 'Esta cuenta espera la aprobación del administrador',
  'not-allowed': 'No tiene permiso para esto',
  'not-found': 'No encontrado',
  'method-not-allowed': 'Método no permitido',
  'already-exists': 'Esto ya existe',
  'account-exists': 'Ya existe una cuenta con esta dirección de correo. Inicie sesión o restablezca la contraseña.',
  'not-yourself': 'Esto no puede hacerse con su propia cuenta',
  'last-administrator': 'Se requiere al menos un administrador',
  'changed-meanwhile': 'Otra persona lo ha cambiado desde que lo abrió. Vuelva a cargarlo.',
  'too-many': 'Se ha alcanzado el límite de {{most}}',
  'owner-stays': 'La cuenta que paga el proyecto debe ser su propietaria',
  'project-personal': 'Su proyecto personal no se puede compartir. Comparta un archivo o cree un proyecto.',
  'project-not-empty': 'El proyecto aún tiene archivos, quizá en la papelera. Muévalos o elimínelos primero.',
  'link-password-needed': 'Este enlace está protegido con contraseña',
  'not-a-member': 'Esta persona no es miembro del proyecto',
  'bcf-unreadable': 'No es un archivo BCF válido (2.0, 2.1 o 3.0)',
  'bcf-too-large': 'Este archivo BCF es demasiado grande o complejo para importarlo',
  'extension-not-allowed': 'Este servidor no permite extensiones de {{origin}}. Contacte con su administrador.',
  'extension-unreachable': 'No se ha podido descargar la extensión de {{origin}}',
  'extension-unreadable': 'Esto no es una extensión, o se ha alterado durante la transmisión',
  'upload-conflict': 'Esta subida está en curso en otro lugar. Inténtelo de nuevo.',
  'translation-not-ready': 'El archivo aún no está listo',
  'file-too-large': 'El archivo supera el límite de 100 MB',
  'quota-exceeded': 'No queda espacio suficiente en su plan de almacenamiento',
  'request-too-large': 'La petición es demasiado grande',
  'headers-too-large': 'Las cabeceras de la petición son demasiado grandes',
  'request-timeout': 'La petición ha agotado el tiempo de espera',
  'unknown-host':
    'Este servidor no está configurado para este nombre. Su administrador puede establecer KAMAR_PUBLIC_URL o KAMAR_HOST_NAMES',
  'unsupported-format': 'Formato de archivo no admitido: {{extension}}',
  'other-file-type': 'La nueva versión debe ser un archivo {{extension}}, como la anterior',
  'range-not-satisfiable': 'Esa parte del archivo no existe',
  'invalid-input': 'Revise los datos',
  'image-unreadable': 'No se puede leer esta imagen. Use JPEG, PNG o WebP de hasta 8 MB.',
  'font-unreadable': '{{name}} no es una fuente válida. Use .shx, .ttf o .otf.',
  'password-too-short': 'La contraseña necesita al menos {{minimum}} caracteres',
  'password-too-common': 'Esta contraseña es demasiado común. Elija otra.',
  'empty-file': 'El archivo está vacío',
  'checksum-mismatch': 'El archivo se ha dañado durante la transmisión. Inténtelo de nuevo.',
  'too-many-requests': 'Demasiadas peticiones, espere un momento',
  'too-many-uploads': 'Hay {{most}} subidas sin terminar. Termínelas o descártelas, o espere un día.',
  'export-failed':
    'No se ha podido crear esta exportación. Inténtelo de nuevo. Si vuelve a fallar, escríbanos con el nombre del archivo.',
  internal: 'Error del servidor, inténtelo de nuevo',
  'storage-full': 'El servidor no tiene espacio. No se ha guardado nada.',
  'storage-damaged': 'El archivo guardado está dañado. Contacte con su administrador.',
  'not-ready': 'El servicio está arrancando, inténtelo de nuevo',
}

/** Spanish messages of the translation failures. */
export const failureMessagesSpanish: Record<TranslationFailureCode, string> = {
  'not-this-format':
    'El contenido no corresponde a la extensión del archivo. Se esperaba: {{expected}}. Se encontró: {{detected}}. Guárdelo con la extensión correcta y súbalo de nuevo.',
  'unsupported-version':
    'Esta versión del formato ({{version}}) no se admite. Guárdelo como {{advice}} y súbalo de nuevo.',
  encrypted: 'El archivo está protegido con contraseña. Guárdelo sin contraseña y súbalo de nuevo.',
  damaged: 'El archivo está dañado y no se puede leer. Expórtelo de nuevo desde el programa de origen.',
  'limit-exceeded':
    'El modelo es demasiado grande para este servidor: {{limit}}. Divídalo o pida al administrador que suba el límite.',
  'companion-missing': 'Falta un archivo al que este hace referencia: {{names}}. Adjúntelo e inténtelo de nuevo.',
  'nothing-to-show': 'El archivo se ha leído, pero no contiene nada que mostrar.',
  cancelled: 'La conversión se ha cancelado.',
  'reader-fault':
    'El archivo no se ha podido leer por un error de Kamar. Su archivo está a salvo y el error ha quedado registrado.',
  'no-reader':
    'El servidor guarda archivos {{expected}}, pero no tiene instalado un lector. Puede descargar el archivo en cualquier momento.',
  'isolation-too-weak':
    'Este servidor no puede leer archivos porque sus lectores están menos aislados de lo que exige el administrador. Su archivo está a salvo.',
}
