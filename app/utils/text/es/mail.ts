/** Texts of emails and text messages. */
export const mail: Record<string, string> = {
  '... More in your email.': '... Más en su correo.',
  'A link for this address was asked for a moment ago. If it has an account, the link is on its way: please look into the mailbox, and among the spam. Another one can be sent in a few minutes.':
    'Hace un momento se pidió un enlace para esta dirección. Si tiene una cuenta, el enlace está en camino: revise su buzón y el correo no deseado. Podrá pedir otro en unos minutos.',
  'A passkey was added': 'Se agregó una llave de acceso',
  'A passkey was added to your account: its device can be used instead of a code.':
    'Se agregó una llave de acceso a su cuenta: su dispositivo puede usarse en lugar de un código.',
  'A passkey was removed': 'Se quitó una llave de acceso',
  'A passkey was removed from your account. It says no second step anymore.':
    'Se quitó una llave de acceso de su cuenta. Ya no sirve como segundo paso.',
  'A recovery code was used': 'Se usó un código de recuperación',
  'A second step was set up: signing in asks for the code of an authenticator app too. Every other device was signed out.':
    'Se configuró un segundo paso: al iniciar sesión se pide también el código de una aplicación de autenticación. Se cerró la sesión en todos los demás dispositivos.',
  'A spot opened up for {rider}': 'Hay un lugar libre para {rider}',
  'A spot opened up for {rider}: {lesson}': 'Hay un lugar libre para {rider}: {lesson}',
  "About {rider}'s makeup": 'Sobre la reposición de {rider}',
  'Amount due': 'Monto pendiente',
  'Answer by': 'Responda antes de',
  'Ask for it': 'Pedirlo',
  'Back on the schedule for {rider}: {type}, {day}': 'De nuevo en el horario para {rider}: {type}, {day}',
  'Back to': 'Devuelto a',
  'Bank Payment Submitted': 'Pago bancario enviado',
  'Bank payment submitted: {amount}': 'Pago bancario enviado: {amount}',
  "Because an earlier bank payment was returned, you'll get your lessons once this one goes through. You don't need to do anything.":
    'Como un pago bancario anterior fue devuelto, recibirá sus clases cuando este se complete. No necesita hacer nada.',
  Begins: 'Empieza',
  'Can make it after all? Tell us on your rides page until the lesson begins.':
    '¿Al final puede venir? Díganoslo en la página de sus clases antes de que empiece la clase.',
  "Can't make it? Let us know as soon as you can.": '¿No puede venir? Avísenos lo antes posible.',
  'Canceled from {from} through {through}': 'Cancelado del {from} al {through}',
  'Canceled on {day}': 'Cancelado el {day}',
  'Canceled: your lessons from {from} through {through}': 'Canceladas: sus clases del {from} al {through}',
  'Canceled: {count, plural, one {your lesson} other {your lessons}} on {day}':
    '{count, plural, one {Cancelada: su clase} other {Canceladas: sus clases}} del {day}',
  'Choose Times': 'Elegir horarios',
  'Choose a new password': 'Elegir una contraseña nueva',
  'Choose the times that work, the best first. It takes a minute.':
    'Elija los horarios que le convienen, primero el mejor. Solo le tomará un minuto.',
  'Choose your notifications': 'Elegir sus avisos',
  'Confirm your email address for {school}': 'Confirme su correo electrónico para {school}',
  'Confirm your new email address for {school}': 'Confirme su nuevo correo electrónico para {school}',
  'Convenience fee': 'Cargo por servicio',
  "Didn't ask for this? You can ignore this email.": '¿No lo pidió usted? Puede ignorar este correo.',
  Document: 'Documento',
  'Email service unavailable. Please contact the school.':
    'El servicio de correo no está disponible. Por favor, póngase en contacto con la escuela.',
  'Every family gets these emails.': 'Todas las familias reciben estos correos.',
  'Every other device was signed out.': 'Se cerró la sesión en todos los demás dispositivos.',
  'Every week from': 'Cada semana desde',
  'Five links were asked for with this address today. Please use the newest one, sign in with your password, or contact the school.':
    'Hoy se pidieron cinco enlaces con esta dirección. Use el más reciente, inicie sesión con su contraseña o póngase en contacto con la escuela.',
  From: 'Desde',
  'Good through': 'Válida hasta',
  'Hello,': 'Hola:',
  'Hi {name},': 'Hola, {name}:',
  'If this address has an account, a link to set a new password is on its way. It works once and expires in an hour.':
    'Si esta dirección tiene una cuenta, un enlace para crear una contraseña nueva está en camino. Funciona una sola vez y caduca en una hora.',
  'If this address has an account, a sign-in link is on its way. It works once and expires in 15 minutes.':
    'Si esta dirección tiene una cuenta, un enlace para iniciar sesión está en camino. Funciona una sola vez y caduca en 15 minutos.',
  "If this doesn't work, open this ride and choose Can't come before the cutoff.":
    'Si no le viene bien, abra esta clase y elija «No puede venir» antes de la hora límite.',
  "If we don't hear from you by then, we'll offer it to the next family.":
    'Si no tenemos su respuesta para entonces, se lo ofreceremos a la siguiente familia.',
  'If you didn’t ask for this, please call us.': 'Si usted no lo pidió, por favor, llámenos.',
  'If you don’t answer, you keep your spot, as long as your lesson stays on the schedule.':
    'Si no responde, conserva su lugar mientras su clase siga en el horario.',
  'If your bank sends you a new card with the same number, it may update automatically.':
    'Si su banco le envía una tarjeta nueva con el mismo número, es posible que se actualice sola.',
  'Last day': 'Último día',
  'Lessons are back on for {day}': 'Las clases vuelven a darse el {day}',
  'Lessons are back on from {from} through {through}': 'Las clases vuelven a darse del {from} al {through}',
  'Look Again': 'Ver de nuevo',
  'Look and Sign In': 'Ver e iniciar sesión',
  'Makeup booked for {rider}: {day}': 'Reposición reservada para {rider}: {day}',
  'New recovery codes were made. Those from before no longer work.':
    'Se crearon nuevos códigos de recuperación. Los anteriores ya no funcionan.',
  'No lesson on {day}': 'No hay clase el {day}',
  'No lessons from {from} through {through}': 'No hay clases del {from} al {through}',
  'No longer open for {rider}: {lesson}': 'Ya no está libre para {rider}: {lesson}',
  'Not canceled: your lessons from {from} through {through}': 'No canceladas: sus clases del {from} al {through}',
  'Not canceled: {count, plural, one {your lesson} other {your lessons}} on {day}':
    '{count, plural, one {No cancelada: su clase} other {No canceladas: sus clases}} del {day}',
  'Off the schedule for {rider}: {type}, {day}': 'Fuera del horario para {rider}: {type}, {day}',
  'One of your recovery codes was used instead of your app’s code. It works no more.':
    'Se usó uno de sus códigos de recuperación en lugar del código de su aplicación. Ese código ya no funciona.',
  'Or open this link:': 'O abra este enlace:',
  'Our office canceled your subscription. It has ended, and you won’t be charged.':
    'Nuestra oficina canceló su suscripción. Ha terminado y no se le cobrará.',
  'Our office canceled your subscription. You can use your lessons until {day}, and you won’t be charged again.':
    'Nuestra oficina canceló su suscripción. Puede usar sus clases hasta el {day} y no se le volverá a cobrar.',
  'Our office took the cancellation back. Your subscription renews on {day}.':
    'Nuestra oficina anuló la cancelación. Su suscripción se renueva el {day}.',
  'Pay again': 'Pagar de nuevo',
  'Paying with': 'Forma de pago',
  'Payment due for {month}': 'Pago pendiente de {month}',
  'Payment method': 'Forma de pago',
  'Payment partly refunded': 'Pago reembolsado en parte',
  'Payment refunded': 'Pago reembolsado',
  'Per month': 'Al mes',
  "Please check your payment: {amount} didn't go through": 'Revise su pago: {amount} no se completó',
  Reason: 'Motivo',
  Refund: 'Reembolso',
  "Refund didn't go through": 'El reembolso no se completó',
  'Refunded now': 'Reembolsado ahora',
  'Reset your {school} password': 'Restablezca su contraseña de {school}',
  Season: 'Temporada',
  'See the makeup': 'Ver la reposición',
  'See your subscription': 'Ver su suscripción',
  'See your waivers': 'Ver sus exenciones de responsabilidad',
  'Sent to': 'Enviado a',
  'Sign in to {school}': 'Inicie sesión en {school}',
  'Signed: {title} for {riders}': 'Firmado: {title}, para {riders}',
  'Signing in asks for a code now': 'Ahora se pide un código al iniciar sesión',
  'Signing in asks for no code anymore': 'Ya no se pide un código al iniciar sesión',
  'Someone opened an account at {school} with this address. Confirm that it is yours, and emails about rides and payments come here. The link works once, for {days} days.':
    'Alguien creó una cuenta en {school} con esta dirección. Confirme que es suya y recibirá aquí los correos sobre clases y pagos. El enlace funciona una sola vez, durante {days} días.',
  'Someone tried to use this address for another account at {school}. Nothing was changed. If it was you, sign in with this address, or use Forgot password.':
    'Alguien intentó usar esta dirección para otra cuenta en {school}. No se cambió nada. Si fue usted, inicie sesión con esta dirección o elija «¿Olvidó su contraseña?».',
  'Someone who is signed in at {school} wants to use this address from now on. Open the link where you are signed in. It works once, for {days} days.':
    'Alguien que ha iniciado sesión en {school} quiere usar esta dirección de ahora en adelante. Abra el enlace donde tenga la sesión iniciada. Funciona una sola vez, durante {days} días.',
  'Stop these emails': 'No recibir más estos correos',
  'Take My Address Back': 'Recuperar mi dirección',
  'Take or decline this spot': 'Aceptar o rechazar este lugar',
  'Thank you. A copy is attached, one for each rider. Please keep it.':
    'Gracias. Adjuntamos una copia por cada jinete. Por favor, consérvela.',
  'Thank you. A copy is attached. Please keep it.': 'Gracias. Adjuntamos una copia. Por favor, consérvela.',
  'Thanks! We received your payment. Here is your receipt.': '¡Gracias! Recibimos su pago. Este es su recibo.',
  'The lesson that {rider} waits for is back on the schedule':
    'La clase que espera {rider} está de nuevo en el horario',
  'The lesson that {rider} waits for is off the schedule': 'La clase que espera {rider} ya no está en el horario',
  "The link is good for {days} days. It is for you alone: please don't pass it on.":
    'El enlace es válido durante {days} días. Es solo para usted: por favor, no lo comparta.',
  'The price of your subscription has changed': 'El precio de su suscripción ha cambiado',
  'The school sends no texts': 'La escuela no envía mensajes de texto',
  'The second step was turned off: the password alone signs in.':
    'Se desactivó el segundo paso: basta la contraseña para iniciar sesión.',
  'The spot for {rider} is no longer open': 'El lugar para {rider} ya no está libre',
  'There is no makeup lesson for {count, plural, one {it} other {them}}.':
    'No hay clase de reposición por {count, plural, one {ella} other {ellas}}.',
  'This card pays for your subscription. To keep your lessons going, please add a new card before it expires.':
    'Con esta tarjeta se paga su suscripción. Para no interrumpir sus clases, agregue una tarjeta nueva antes de que venza.',
  "This month’s payment didn't go through. You'll get this month’s lessons once it's paid.":
    'El pago de este mes no se completó. Recibirá las clases de este mes en cuanto esté pagado.',
  'This number can’t get texts. Is it a mobile number?':
    'Este número no puede recibir mensajes. ¿Es un número de celular?',
  'This number opted out. Text START from it first.':
    'Este número pidió no recibir mensajes. Primero envíe START desde él.',
  'This number opted out. Text START to {number} from it first.':
    'Este número pidió no recibir mensajes. Primero envíe START desde él a {number}.',
  "To ride as planned, please pay again by card or from another bank account. Lessons you've already taken still need to be paid for.":
    'Para montar como estaba previsto, pague de nuevo con tarjeta o desde otra cuenta bancaria. Las clases que ya tomó todavía deben pagarse.',
  'Total refunded': 'Total reembolsado',
  'Use this link to choose a new password. It works once and expires in {minutes} minutes.':
    'Use este enlace para elegir una contraseña nueva. Funciona una sola vez y caduca en {minutes} minutos.',
  'Use this link to sign in to {school}. It works once and expires in {minutes} minutes.':
    'Use este enlace para iniciar sesión en {school}. Funciona una sola vez y caduca en {minutes} minutos.',
  'Use {count, plural, one {it} other {them}} by {day}.':
    '{count, plural, one {Úsela} other {Úselas}} a más tardar el {day}.',
  'View receipt': 'Ver el recibo',
  "Wasn't it you? Ignore this email, and nothing changes.": '¿No fue usted? Ignore este correo y nada cambiará.',
  "Wasn't it you? You don't have to do anything: until this address is confirmed, no emails about that account come here. To lock out whoever it was, open the link and choose “{button}”: the password ends, and every device is signed out. Or call the office.":
    '¿No fue usted? No tiene que hacer nada: mientras no se confirme esta dirección, aquí no llegan correos sobre esa cuenta. Para dejar fuera a quien fue, abra el enlace y elija «{button}»: la contraseña deja de valer y se cierra la sesión en todos los dispositivos. O llame a la oficina.',
  "Wasn't it you? Set a new password with Forgot password, and call the office.":
    '¿No fue usted? Cree una contraseña nueva con «¿Olvidó su contraseña?» y llame a la oficina.',
  "Wasn't it you? Someone knows your password: set a new one with Forgot password, and tell the office.":
    '¿No fue usted? Alguien conoce su contraseña: cree una nueva con «¿Olvidó su contraseña?» y avise a la oficina.',
  "Wasn't it you? This link takes your address back, for {days} days. The password ends, and every device is signed out.":
    '¿No fue usted? Con este enlace puede recuperar su dirección durante {days} días. La contraseña dejará de valer y se cerrará la sesión en todos los dispositivos.',
  'We booked the makeup you asked for, for {rider}:': 'Reservamos la reposición que pidió para {rider}:',
  "We haven't found a time yet": 'Aún no hemos encontrado una hora',
  "We haven't received a payment for {month} yet. If you just paid, thank you! You don't need to do anything.":
    'Todavía no hemos recibido el pago de {month}. Si acaba de pagar, ¡gracias! No necesita hacer nada.',
  'We keep your lessons online now. Look at what we know of your family, tell us if something is wrong, and choose a password.':
    'Ahora llevamos sus clases en línea. Vea lo que sabemos de su familia, díganos si algo no es correcto y elija una contraseña.',
  'We looked into it': 'Lo hemos revisado',
  "We received your bank payment. Bank transfers take 1-3 business days. We'll email you a receipt when it's complete.":
    'Recibimos su pago bancario. Las transferencias bancarias tardan de 1 a 3 días hábiles. Le enviaremos un recibo por correo cuando se complete.',
  "We told you that these lessons were canceled ({reason}). They're back on, so no makeup lesson is needed.":
    'Le dijimos que estas clases estaban canceladas ({reason}). Se darán de nuevo, así que no hace falta una clase de reposición.',
  "We were holding this spot for you. We're sorry, it's no longer open:":
    'Le guardábamos este lugar. Lo sentimos, ya no está libre:',
  "We'll try again on": 'Lo intentaremos de nuevo el',
  "We're sorry, but we had to cancel:": 'Lo sentimos, pero tuvimos que cancelar:',
  "We've issued a refund. It can take 5-10 days to show up.":
    'Hemos emitido un reembolso. Puede tardar de 5 a 10 días en aparecer.',
  'Welcome to {school}': 'Le damos la bienvenida a {school}',
  'We’re planning the next schedule, and we’d like it to work for your family.':
    'Estamos preparando el próximo horario y queremos que le convenga a su familia.',
  Where: 'Dónde',
  'Which times work for you? {season}': '¿Qué horarios le convienen? {season}',
  'Whoever looks after the server took the second step from your account, and signed it out everywhere. Please set up another one within a week.':
    'La persona encargada del servidor quitó el segundo paso de su cuenta y cerró la sesión en todas partes. Por favor, configure otro en el plazo de una semana.',
  'You asked us for a makeup time for {rider} ({type}). The office says:':
    'Nos pidió una hora de reposición para {rider} ({type}). La oficina responde:',
  'You can also pay at the school. {words}': 'También puede pagar en la escuela. {words}',
  'You can choose another way to pay, change your subscription, or cancel it before then.':
    'Antes de esa fecha puede elegir otra forma de pago, cambiar su suscripción o cancelarla.',
  'You can pay by card or bank account. Card payments have a convenience fee, shown before you pay.':
    'Puede pagar con tarjeta o cuenta bancaria. Los pagos con tarjeta tienen un cargo por servicio, que se muestra antes de pagar.',
  'You can pay now, or use another card or bank account. It takes a minute.':
    'Puede pagar ahora o usar otra tarjeta o cuenta bancaria. Solo le tomará un minuto.',
  "You can use your lessons right away. They'll show as Clearing until the payment goes through. You don't need to do anything.":
    'Puede usar sus clases de inmediato. Aparecerán como «En proceso» hasta que se complete. No necesita hacer nada.',
  'You have a makeup lesson for each of them, to use {ends}.':
    'Tiene una clase de reposición por cada una, que puede usar así: {ends}.',
  'You have a makeup lesson for it, to use by {day}.':
    'Tiene una clase de reposición por ella, que puede usar hasta el {day}.',
  'You have an account already': 'Usted ya tiene una cuenta',
  'You have an account at {school}': 'Usted tiene una cuenta en {school}',
  'You have new recovery codes': 'Tiene nuevos códigos de recuperación',
  'You have {count, plural, one {a makeup lesson} other {makeup lessons}} to use':
    'Tiene {count, plural, one {una clase} other {clases}} de reposición por usar',
  'You have {count, plural, one {one makeup lesson} other {# makeup lessons}} that you had before, to use {ends}. There are no others.':
    'Tiene {count, plural, one {una clase de reposición} other {# clases de reposición}} que ya tenía antes, para usar así: {ends}. No hay otras.',
  'You still have the makeup: book it yourself, or ask again for other days.':
    'Todavía tiene la reposición: resérvela usted o pida otros días.',
  'You told us that something was wrong. The office says:':
    'Usted nos dijo que algo no era correcto. La oficina responde:',
  "You won't be charged. {makeups}": 'No se le cobrará. {makeups}',
  "You're getting this because these emails are on.": 'Recibe este correo porque estos avisos están activados.',
  "You're next on the waitlist, and we're holding this spot for you:":
    'Usted es el siguiente en la lista de espera y le guardamos este lugar:',
  "You're still in line. We'll email you if the lesson comes back. To leave the line, go to Book a Lesson.":
    'Usted sigue en la lista de espera. Le escribiremos si la clase vuelve. Para salir de la lista, vaya a «Reservar una clase».',
  "You're still in line. We'll email you when a spot opens up.":
    'Usted sigue en la lista de espera. Le escribiremos cuando haya un lugar libre.',
  "You're still in line. We'll email you when another spot opens up.":
    'Usted sigue en la lista de espera. Le escribiremos cuando haya otro lugar libre.',
  'Your account at {school}': 'Su cuenta en {school}',
  'Your account is at {email} from now on, and we no longer write here.':
    'De ahora en adelante su cuenta usa {email}, y ya no escribiremos a esta dirección.',
  "Your bank didn't complete this payment, so you can't use the lessons for now.":
    'Su banco no completó este pago, así que por ahora no puede usar las clases.',
  "Your bank payment didn't go through": 'Su pago bancario no se completó',
  "Your bank payment of {amount} didn't go through": 'Su pago bancario de {amount} no se completó',
  "Your bank sent our refund of {amount} back to us. The office knows and will send it again or call you. There's nothing you need to do.":
    'Su banco nos devolvió el reembolso de {amount}. La oficina lo sabe y lo enviará de nuevo o le llamará. No necesita hacer nada.',
  'Your card expires soon': 'Su tarjeta vence pronto',
  'Your card expires soon: {card}': 'Su tarjeta vence pronto: {card}',
  'Your email address at {school} was changed': 'Su correo electrónico en {school} ha cambiado',
  'Your email address was changed': 'Su correo electrónico ha cambiado',
  'Your makeup is booked': 'Su reposición está reservada',
  'Your makeup was extended': 'Se prolongó su reposición',
  'Your password at {school} was changed': 'Su contraseña en {school} ha cambiado',
  'Your password was changed': 'Su contraseña ha cambiado',
  'Your receipt from {school}: {amount}': 'Su recibo de {school}: {amount}',
  "Your refund didn't go through: {amount}": 'Su reembolso no se completó: {amount}',
  'Your refund: {amount}': 'Su reembolso: {amount}',
  'Your rides changed': 'Sus clases cambiaron',
  'Your rides changed: {rider}, {day}': 'Sus clases cambiaron: {rider}, {day}',
  'Your sign-in link': 'Su enlace para iniciar sesión',
  'Your signed waiver': 'Su exención de responsabilidad firmada',
  'Your subscription ends on {day}': 'Su suscripción termina el {day}',
  "Your subscription is now paid by card, and card payments include a convenience fee. You weren't charged today.":
    'Su suscripción ahora se paga con tarjeta, y los pagos con tarjeta incluyen un cargo por servicio. Hoy no se le cobró nada.',
  'Your subscription is {amount} a month from {day}': 'Su suscripción cuesta {amount} al mes desde el {day}',
  "Your subscription payment didn't go through": 'El pago de su suscripción no se completó',
  'Your subscription was canceled': 'Su suscripción fue cancelada',
  'by {day}': 'hasta el {day}',
  'please choose a package': 'elija un paquete',
  'the ones in {month} by {day}': 'las de {month} hasta el {day}',
  'your rider': 'su jinete',
  '{code} is your {school} code. It expires in 10 minutes. Reply STOP to opt out.':
    '{code} es su código de {school}. Caduca en 10 minutos. Responda STOP para no recibir más.',
  '{come} instead of {gone}': '{come} en lugar de {gone}',
  '{count, plural, one {Your makeup lesson is} other {# makeup lessons are}} good until {day}':
    '{count, plural, one {Su clase de reposición es válida} other {# clases de reposición son válidas}} hasta el {day}',
  '{count, plural, one {Your ride} other {Your rides}} on {day}':
    '{count, plural, one {Su clase} other {Sus clases}} del {day}',
  '{day}: {count, plural, one {# ride} other {# rides}}': '{day}: {count, plural, one {# clase} other {# clases}}',
  '{day}: {rider} at {time}': '{day}: {rider}, {time}',
  '{is} minutes instead of {was}': '{is} minutos en lugar de {was}',
  '{lesson} (canceled)': '{lesson} (cancelada)',
  '{lesson} is canceled': '{lesson} está cancelada',
  '{lesson} is off': '{lesson} ya no se da',
  '{lesson} is on': '{lesson} se da',
  '{lesson} is on again': '{lesson} se da de nuevo',
  "{month} isn't paid yet": '{month} aún no está pagado',
  "{rider}'s makeup is now good until {day}": 'La reposición de {rider} ahora es válida hasta el {day}',
  '{school} looked into what you told us': '{school} revisó lo que usted nos dijo',
  '{title}, version {version}': '{title}, versión {version}',
  '{type}, every week from {day}': '{type}, cada semana desde el {day}',
  '{weekday}s from {day}': 'cada {weekday} desde el {day}',
}
