/** Texts of purchases, payments, subscriptions, statements and their PDF files. */
export const money: Record<string, string> = {
  '(clearing)': '(en proceso)',
  '(opens in a new tab)': '(se abre en otra pestaña)',
  ', from {day}': ', desde el {day}',
  '<b>{price}</b> per month': '<b>{price}</b> por mes',
  'A purchase can have up to {most} different items. Please choose fewer.':
    'Una compra puede tener hasta {most} artículos distintos. Elija menos.',
  'A subscription can have up to {most} different items. Please choose fewer.':
    'Una suscripción puede tener hasta {most} artículos distintos. Elija menos.',
  'A subscription is for one rider. Please start one for each.':
    'Una suscripción es para un solo jinete. Inicie una para cada uno.',
  'A subscription is paid by card or bank account.': 'Una suscripción se paga con tarjeta o cuenta bancaria.',
  'A subscription renews on the 1st of each month, so you never miss a month.':
    'Una suscripción se renueva el día 1 de cada mes, así nunca se pierde un mes.',
  'A subscription’s package renews every month. To buy it once, choose a one-time purchase.':
    'El paquete de una suscripción se renueva cada mes. Para comprarlo una sola vez, elija una compra única.',
  'Account credit': 'Saldo a favor',
  Active: 'Activa',
  'Add a bank account': 'Agregar una cuenta bancaria',
  'Add a card': 'Agregar una tarjeta',
  'Add bank account': 'Agregar cuenta bancaria',
  'Add card': 'Agregar tarjeta',
  'After that': 'Después',
  'An unexpected error occurred while processing your payment.': 'Ocurrió un error inesperado al procesar su pago.',
  'Another account pays for this subscription. Call the office to change it.':
    'Otra cuenta paga esta suscripción. Llame a la oficina para cambiarla.',
  'Ask again': 'Solicitar de nuevo',
  'Back to Dashboard': 'Volver al inicio',
  'Back to Portal': 'Volver al portal',
  'Back to lessons': 'Volver a las clases',
  'Bank account': 'Cuenta bancaria',
  'Bank account not verified yet': 'La cuenta bancaria aún no está verificada',
  'Bank payments take 1-3 business days. There is no fee.':
    'Los pagos bancarios tardan de 1 a 3 días hábiles. No hay cargo.',
  'Bank payments take 3-5 business days. There is no fee.':
    'Los pagos bancarios tardan de 3 a 5 días hábiles. No hay cargo.',
  'Bank transfer': 'Transferencia bancaria',
  'Because an earlier bank payment was returned, you’ll get your lessons once this one goes through: from {days}.':
    'Como un pago bancario anterior fue devuelto, recibirá sus clases cuando este se complete: {days}.',
  'Book Lesson Times': 'Reservar clases',
  'Buy again': 'Comprar de nuevo',
  'Cancel Subscription': 'Cancelar la suscripción',
  'Cancel your subscription?': '¿Cancelar su suscripción?',
  'Cancel: {what}': 'Cancelar: {what}',
  "Canceled. It won't start, and you won't be charged.": 'Cancelada. No comenzará y no se le cobrará.',
  'Canceled. You can use your lessons until {day}.': 'Cancelada. Puede usar sus clases hasta el {day}.',
  Cash: 'Efectivo',
  'Change it here instead of starting another.': 'Cámbiela aquí en lugar de iniciar otra.',
  'Change or cancel any time. To pay with something else, choose another default under <a>Payment Methods</a>.':
    'Cámbiela o cancélela cuando quiera. Para pagar de otra forma, elija otro método predeterminado en <a>Métodos de pago</a>.',
  Check: 'Cheque',
  'Choose a quantity': 'Elija una cantidad',
  'Choose a quantity from 0 to {most}': 'Elija una cantidad de 0 a {most}',
  'Choose another year above.': 'Elija otro año arriba.',
  'Choose something that renews every month, or buy everything as a one-time purchase.':
    'Elija algo que se renueve cada mes, o compre todo como compra única.',
  Clearing: 'En proceso',
  'Complete Your Purchase': 'Complete su compra',
  'Confirm the two amounts': 'Confirmar los dos importes',
  'Confirming Payment...': 'Confirmando el pago...',
  'Continue with {name}': 'Continuar con {name}',
  'Convenience fees included': 'Cargos por servicio incluidos',
  'Create Subscription': 'Crear una suscripción',
  'Current Subscription': 'Suscripción actual',
  'Current Subscription: {name}': 'Suscripción actual: {name}',
  'Days are in the school’s time zone ({zone}).': 'Los días corresponden a la zona horaria de la escuela ({zone}).',
  Default: 'Predeterminado',
  'Default Payment Method Updated': 'Método de pago predeterminado actualizado',
  'Delete {method}?': '¿Eliminar {method}?',
  'Dismiss: {what}': 'Descartar: {what}',
  Disputed: 'En disputa',
  'Disputed: taken back by the bank': 'En disputa: el banco retiró el pago',
  'Download PDF': 'Descargar PDF',
  'Each add-on can be listed once': 'Cada complemento puede aparecer una sola vez',
  'Each item can be listed once': 'Cada artículo puede aparecer una sola vez',
  'Edit order': 'Editar el pedido',
  'Ends {day}': 'Termina el {day}',
  Expired: 'Vencida',
  'Expires {month}': 'Vence {month}',
  Failed: 'Rechazado',
  'Failed to cancel subscription': 'No se pudo cancelar la suscripción',
  'Failed to create payment: {reason}': 'No se pudo crear el pago: {reason}',
  'Failed to delete payment method.': 'No se pudo eliminar el método de pago.',
  'Failed to keep subscription': 'No se pudo conservar la suscripción',
  'Failed to open Stripe portal': 'No se pudo abrir el portal de Stripe',
  'Failed to update default payment method.': 'No se pudo actualizar el método de pago predeterminado.',
  'Failed to update subscription': 'No se pudo actualizar la suscripción',
  'From {day}': 'Desde el {day}',
  'Hacks used': 'Paseos usados',
  'Invalid Payment': 'Pago no válido',
  'Invalid Payment Link': 'Enlace de pago no válido',
  'Invalid payment response received.': 'Se recibió una respuesta de pago no válida.',
  'It ends {day}.': 'Termina el {day}.',
  'It includes the convenience fee. No fee for debit cards: we’ll refund it right after the payment.':
    'Incluye el cargo por servicio. Sin cargo para tarjetas de débito: se lo reembolsaremos justo después del pago.',
  'It renews on {day}.': 'Se renueva el {day}.',
  'It was already paid. You weren’t charged again.': 'Ya estaba pagado. No se le cobró de nuevo.',
  'It’s {month} now. Please check when your purchase starts. Nothing was charged, and we’ve saved your selection.':
    'Ya es {month}. Revise cuándo comienza su compra. No se cobró nada y guardamos su selección.',
  'January 1 to December 31, {year} ({zone})': 'Del 1 de enero al 31 de diciembre de {year} ({zone})',
  'Keep it': 'Conservarla',
  'Keep my subscription': 'Conservar mi suscripción',
  'Left of the payment': 'Resto del pago',
  'Lessons are good for one month: use it or lose it. Want more than 2 lessons a week? Buy more than one package.':
    'Las clases valen por un mes: úselas o piérdalas. ¿Quiere más de 2 clases por semana? Compre más de un paquete.',
  'Lessons used': 'Clases usadas',
  'Loading Payment': 'Cargando el pago',
  'Make Another Purchase': 'Hacer otra compra',
  'Makeup lessons used': 'Clases de reposición usadas',
  'Missing Start Date: Please select when you want your purchase to take effect.':
    'Falta la fecha de inicio: elija cuándo quiere que comience su compra.',
  Modify: 'Modificar',
  'No Active Subscription': 'No tiene una suscripción activa',
  'No Items Selected: Please select at least one item': 'No ha elegido nada: elija al menos un artículo',
  'No payment method was saved. Please try again.': 'No se guardó ningún método de pago. Inténtelo de nuevo.',
  'No payments in {year}': 'Sin pagos en {year}',
  'No payments in {year}.': 'Sin pagos en {year}.',
  'No saved payment methods. You’ll need one to subscribe.':
    'No hay métodos de pago guardados. Necesitará uno para suscribirse.',
  'No such payment': 'No existe ese pago',
  'No such payment method': 'No existe ese método de pago',
  'Not canceled': 'No se canceló',
  'Not completed': 'No completado',
  'Not in the total yet': 'Aún no incluido en el total',
  'Not in the total: the bank has not confirmed it yet': 'No incluido en el total: el banco aún no lo ha confirmado',
  'Not paid yet': 'Aún sin pagar',
  'Not started': 'Sin comenzar',
  'Nothing to change': 'No hay nada que cambiar',
  'Nothing was charged yet. Two small deposits will arrive in your bank account in one or two business days. Enter the amounts on our payment provider’s page (you’ll get the link by email, too), and your bank payment of <b>{amount}</b> starts.':
    'Todavía no se cobró nada. En uno o dos días hábiles llegarán dos depósitos pequeños a su cuenta bancaria. Ingrese los importes en la página de nuestro proveedor de pagos (también recibirá el enlace por correo) y comenzará su pago bancario de <b>{amount}</b>.',
  'Nothing was charged.': 'No se cobró nada.',
  'Offline payment for {month}': 'Pago en la oficina por {month}',
  'On {day}': 'El {day}',
  'One-time add-ons only go with a subscription that starts this month. For a later month, buy them as a one-time purchase.':
    'Los complementos de una sola vez solo van con una suscripción que comienza este mes. Para un mes posterior, cómprelos como compra única.',
  'Online payments aren’t set up yet. Please ask the office.':
    'Los pagos en línea aún no están disponibles. Pregunte en la oficina.',
  'Open payment portal': 'Abrir el portal de pagos',
  'Or call to book your lessons:': 'O llame para reservar sus clases:',
  'Our payment provider didn’t take this subscription, and nothing was charged. Please start over, or call the office.':
    'Nuestro proveedor de pagos no aceptó esta suscripción y no se cobró nada. Comience de nuevo o llame a la oficina.',
  'Our payment provider is busy. Please try again in a moment.':
    'Nuestro proveedor de pagos está ocupado. Inténtelo de nuevo en un momento.',
  'Our payment provider isn’t responding. Please try again in a few minutes.':
    'Nuestro proveedor de pagos no responde. Inténtelo de nuevo en unos minutos.',
  'Paid by': 'Pagado por',
  'Paid on': 'Fecha de pago',
  'Paid to the office': 'Pagado en la oficina',
  'Paid with': 'Pagado con',
  'Past due': 'Pago atrasado',
  Paused: 'En pausa',
  'Paused. Contact the office to start it again.': 'En pausa. Comuníquese con la oficina para reanudarla.',
  'Pay by card instead': 'Pagar con tarjeta',
  'Pay now': 'Pagar ahora',
  Payment: 'Pago',
  'Payment Confirmation Error': 'Error al confirmar el pago',
  'Payment Confirmation Failed': 'No se pudo confirmar el pago',
  'Payment Error': 'Error en el pago',
  'Payment History': 'Historial de pagos',
  'Payment Method Added': 'Método de pago agregado',
  'Payment Method Deleted': 'Método de pago eliminado',
  'Payment Methods': 'Métodos de pago',
  'Payment Not Available': 'Pago no disponible',
  'Payment Successful!': '¡Pago realizado!',
  'Payment returned': 'Pago devuelto',
  'Pending bank payments': 'Pagos bancarios pendientes',
  'Pending payments are listed below.': 'Los pagos pendientes aparecen abajo.',
  'Please check the quantities.': 'Revise las cantidades.',
  'Please check your choice': 'Revise su selección',
  'Please choose a payment method.': 'Elija un método de pago.',
  'Please don’t pay again while you wait. To pay by card instead, call the office first.':
    'No pague de nuevo mientras espera. Para pagar con tarjeta, llame primero a la oficina.',
  'Please review again': 'Revise de nuevo',
  'Please review the new total. Nothing was changed, and we’ve kept your choices.':
    'Revise el nuevo total. No se cambió nada y conservamos lo que eligió.',
  'Please review the new total. Nothing was charged, and we’ve saved your selection.':
    'Revise el nuevo total. No se cobró nada y guardamos su selección.',
  'Please select a package': 'Elija un paquete',
  'Please select one package at a time': 'Elija un solo paquete a la vez',
  'Please start over': 'Comience de nuevo',
  'Prices have changed': 'Los precios han cambiado',
  'Private lessons used': 'Clases privadas usadas',
  'Purchase Lesson Packages': 'Comprar paquetes de clases',
  'Purchase Successful!': '¡Compra realizada!',
  'Receipt no.': 'Recibo n.º',
  'Receipt not found.': 'No se encontró el recibo.',
  'Refund for the payment above': 'Reembolso del pago anterior',
  'Refund: {item}': 'Reembolso: {item}',
  'Refunded or disputed': 'Reembolsado o en disputa',
  'Refunds are listed under the original payment and count toward that year. Amounts include convenience fees.':
    'Los reembolsos aparecen bajo el pago original y cuentan para ese año. Los importes incluyen los cargos por servicio.',
  'Renews on {day}.': 'Se renueva el {day}.',
  'Request sent': 'Solicitud enviada',
  'Review your subscription': 'Revise su suscripción',
  'Rider not found': 'No se encontró al jinete',
  'Rider not found.': 'No se encontró al jinete.',
  'Set Up Payment Method': 'Guardar el método de pago',
  'Set as default': 'Usar como predeterminado',
  'Setup intent client secret not available': 'No se pudo preparar el formulario para guardar el método de pago',
  'Sign in to buy': 'Inicie sesión para comprar',
  'Something you chose is no longer for sale. Please start over.':
    'Algo de lo que eligió ya no está a la venta. Comience de nuevo.',
  'Start Date not understood: it is this-month, next-month, or a day of this month or of the next 12, such as 2026-12-01.':
    'No se entendió la fecha de inicio: es this-month, next-month, o un día de este mes o de los próximos 12, como 2026-12-01.',
  'Start subscription': 'Iniciar la suscripción',
  'Start subscription · {amount}': 'Iniciar la suscripción · {amount}',
  "Starts on {day}. You'll be charged that day.": 'Comienza el {day}. Se le cobrará ese día.',
  'Starts {day}': 'Comienza el {day}',
  Statement: 'Estado de cuenta',
  'Statement not found.': 'No se encontró el estado de cuenta.',
  'Subscription: {items}': 'Suscripción: {items}',
  'Subscription Creation Failed': 'No se pudo crear la suscripción',
  'Subscription cancelled successfully': 'La suscripción se canceló',
  'Subscription updated successfully!': '¡La suscripción se actualizó!',
  'Subscriptions need a card or bank account, and our school doesn’t take them yet. Please buy each month.':
    'Las suscripciones necesitan una tarjeta o cuenta bancaria, y nuestra escuela todavía no las acepta. Compre cada mes.',
  'The month has changed': 'El mes ha cambiado',
  'The month you chose is over, and nothing was charged. Please start over.':
    'El mes que eligió ya terminó y no se cobró nada. Comience de nuevo.',
  'The payment failed.': 'El pago no se realizó.',
  'The payment method was not saved. Please try again.': 'El método de pago no se guardó. Inténtelo de nuevo.',
  'The payment was not completed.': 'El pago no se completó.',
  'The price has changed': 'El precio ha cambiado',
  'The price has changed. Please review the new total.': 'El precio ha cambiado. Revise el nuevo total.',
  'The school declined this. Please check and ask again.':
    'La escuela no aceptó esta solicitud. Revísela y envíela de nuevo.',
  'The school declined this: {why} Please check and ask again.':
    'La escuela no aceptó esta solicitud: {why} Revísela y envíela de nuevo.',
  'The smallest payment is {amount}.': 'El pago mínimo es de {amount}.',
  'There was an error creating your subscription.': 'Ocurrió un error al crear su suscripción.',
  'There was an issue confirming your payment. Please contact support.':
    'Hubo un problema al confirmar su pago. Comuníquese con la oficina.',
  'These payments are on the statement of {name} too. Only one of you can hand them in.':
    'Estos pagos también figuran en el estado de cuenta de {name}. Solo uno de ustedes puede presentarlos.',
  'This account was closed, so nothing can be bought with it. Please call the office.':
    'Esta cuenta está cerrada, así que no se puede comprar con ella. Llame a la oficina.',
  'This is paid at the school.': 'Esto se paga en la escuela.',
  'This is used for your subscription. Choose another default first.':
    'Se usa para su suscripción. Elija primero otro método predeterminado.',
  'This payment is changing. Please check again in a moment.':
    'Este pago está cambiando. Vuelva a revisar en un momento.',
  'This payment method is no longer saved. Please choose another one.':
    'Este método de pago ya no está guardado. Elija otro.',
  'This payment was recorded already.': 'Este pago ya se registró.',
  'This payment was changed in another window. Please load the page again.':
    'Este pago se cambió en otra ventana. Vuelva a cargar la página.',
  'This payment was changed in another window. Please try again.':
    'Este pago se cambió en otra ventana. Inténtelo de nuevo.',
  'This purchase was for someone who isn’t at the school anymore, so you can’t pay for it anymore. Nothing was charged. Please start over.':
    'Esta compra era para alguien que ya no está en la escuela, así que ya no se puede pagar. No se cobró nada. Comience de nuevo.',
  'This purchase was for {month}, which is over, so you can’t pay for it anymore. Nothing was charged. Please start over.':
    'Esta compra era para {month}, que ya terminó, así que ya no se puede pagar. No se cobró nada. Comience de nuevo.',
  'This purchase was not completed, and nothing was charged. Please start over.':
    'Esta compra no se completó y no se cobró nada. Comience de nuevo.',
  'This rider’s subscription is paid from another account. Please call the office.':
    'La suscripción de este jinete se paga desde otra cuenta. Llame a la oficina.',
  'This subscription has ended. Please start over.': 'Esta suscripción ya terminó. Comience de nuevo.',
  'This was already canceled or declined.': 'Esta solicitud ya se canceló o no se aceptó.',
  'This was already paid, or is on its way. Please check your payments.':
    'Esto ya se pagó o el pago está en camino. Revise sus pagos.',
  'This was never asked for': 'Esto nunca se solicitó',
  'To pay at the school': 'Por pagar en la escuela',
  'Too many downloads. Please try again later.': 'Demasiadas descargas. Inténtelo más tarde.',
  'Total after refunds': 'Total después de reembolsos',
  "Try the same card or another one. Your lessons will be ready once it's paid.":
    'Pruebe con la misma tarjeta o con otra. Sus clases estarán disponibles cuando se pague.',
  Unpaid: 'Sin pagar',
  'Until {day}': 'Hasta el {day}',
  Valid: 'Validez',
  'View Receipt': 'Ver recibo',
  'View Stripe receipt': 'Ver el recibo de Stripe',
  'Waiting for your bank account': 'Esperando su cuenta bancaria',
  'We couldn’t find a payment. Please choose what to buy again.':
    'No encontramos ningún pago. Elija de nuevo lo que quiere comprar.',
  'We couldn’t find this payment.': 'No encontramos este pago.',
  'We couldn’t find this payment. Nothing was charged.': 'No encontramos este pago. No se cobró nada.',
  'We couldn’t load your saved payment methods.': 'No pudimos cargar sus métodos de pago guardados.',
  'We couldn’t read this card. Please enter it again.': 'No pudimos leer esta tarjeta. Ingrésela de nuevo.',
  'We couldn’t take this order. Please ask us why.': 'No pudimos aceptar este pedido. Pregúntenos por qué.',
  'We couldn’t take this order: {reason}': 'No pudimos aceptar este pedido: {reason}',
  'We’re checking with our payment provider. Please check back in a few minutes before you try again.':
    'Estamos consultando con nuestro proveedor de pagos. Revise en unos minutos antes de intentarlo de nuevo.',
  'We’re checking with our payment provider. Please don’t pay another way; check back in a few minutes.':
    'Estamos consultando con nuestro proveedor de pagos. No pague de otra forma; revise en unos minutos.',
  'We’re checking with our payment provider. Please don’t refund it another way; check back in a few minutes.':
    'Estamos consultando con nuestro proveedor de pagos. No lo reembolse de otra forma; revise en unos minutos.',
  'We’re confirming your payment. Please keep this page open.':
    'Estamos confirmando su pago. Mantenga esta página abierta.',
  'We’ll save your bank account for future payments.': 'Guardaremos su cuenta bancaria para pagos futuros.',
  'We’ll save your card for future payments.': 'Guardaremos su tarjeta para pagos futuros.',
  'We’ve let the office know. Please don’t pay again.': 'Ya avisamos a la oficina. No pague de nuevo.',
  'We’ve saved your order. You can try again, or use another card.':
    'Guardamos su pedido. Puede intentarlo de nuevo o usar otra tarjeta.',
  'We’ve saved your selection.': 'Guardamos su selección.',
  'We’ve submitted your bank payment of <b>{amount}</b>. Bank payments take 1-3 business days; we’ll email you when it’s complete.':
    'Enviamos su pago bancario de <b>{amount}</b>. Los pagos bancarios tardan de 1 a 3 días hábiles; le enviaremos un correo cuando se complete.',
  'We’ve submitted your bank payment of <b>{amount}</b>. Bank payments take 1-3 business days; your payment history shows when it’s complete.':
    'Enviamos su pago bancario de <b>{amount}</b>. Los pagos bancarios tardan de 1 a 3 días hábiles; su historial de pagos muestra cuándo se completa.',
  'What you chose for {names} isn’t in it: a subscription is for one rider. You can go on with it right after this.':
    'No incluye lo que eligió para {names}: una suscripción es para un solo jinete. Puede continuar con eso justo después.',
  Year: 'Año',
  'You already asked for this': 'Ya solicitó esto',
  'You already bought this': 'Ya compró esto',
  'You already bought this in another window. Nothing was charged again. If you want it twice, buy it once more.':
    'Ya compró esto en otra ventana. No se cobró de nuevo. Si lo quiere dos veces, cómprelo otra vez.',
  'You already have a subscription': 'Ya tiene una suscripción',
  'You already have a subscription. Change it instead of starting another.':
    'Ya tiene una suscripción. Cámbiela en lugar de iniciar otra.',
  'You asked for {name} already, and it waits to be paid. Take that back to ask for something else.':
    'Ya solicitó {name} y está pendiente de pago. Cancele esa solicitud para pedir otra cosa.',
  'You can change your subscription once the first payment goes through. To start over, cancel it.':
    'Podrá cambiar su suscripción cuando se complete el primer pago. Para comenzar de nuevo, cancélela.',
  'You can use your lessons right away, from {days}. They’ll show as Clearing until the payment goes through.':
    'Puede usar sus clases de inmediato, {days}. Aparecerán como «En proceso» hasta que se complete el pago.',
  "You haven't paid for this month, so it ends now. You won't be charged.":
    'No ha pagado este mes, así que termina ahora. No se le cobrará.',
  'You paid <b>{amount}</b> with {method}. Your lessons are good from {days}.':
    'Pagó <b>{amount}</b> con {method}. Sus clases son válidas {days}.',
  'You paid <b>{amount}</b>. Your lessons are good from {days}.':
    'Pagó <b>{amount}</b>. Sus clases son válidas {days}.',
  'You took this back. Please check and ask again.': 'Usted canceló esta solicitud. Revísela y envíela de nuevo.',
  "You'll get your lessons once the payment goes through.": 'Recibirá sus clases cuando se complete el pago.',
  "You're all paid up": 'No tiene pagos pendientes',
  'Your bank asks you to confirm it': 'Su banco le pide que lo confirme',
  'Your bank hasn’t confirmed these yet.': 'Su banco aún no ha confirmado estos pagos.',
  'Your bank payments have failed three times in 60 days. Please pay by card, or ask the office.':
    'Sus pagos bancarios fallaron tres veces en 60 días. Pague con tarjeta o pregunte en la oficina.',
  'Your bank reversed a payment as unauthorized, so we can’t accept bank payments from you. Please pay by card.':
    'Su banco revirtió un pago como no autorizado, así que no podemos aceptarle pagos bancarios. Pague con tarjeta.',
  'Your card has no fee: we’re refunding {amount} to you.': 'Su tarjeta no tiene cargo: le reembolsaremos {amount}.',
  'Your default payment method has changed. Please review what pays. Nothing was charged.':
    'Su método de pago predeterminado ha cambiado. Revise con qué se paga. No se cobró nada.',
  "Your first payment hasn't gone through yet.": 'Su primer pago aún no se ha completado.',
  "Your first payment hasn't gone through yet. Pay it now, or cancel the subscription and choose again.":
    'Su primer pago aún no se ha completado. Páguelo ahora, o cancele la suscripción y elija de nuevo.',
  'Your next charge is <b>{amount}</b> on {day}.': 'Su próximo cobro es de <b>{amount}</b> el {day}.',
  "Your payment didn't go through.": 'Su pago no se completó.',
  'Your payment of <b>{amount}</b> was returned to you.': 'Se le devolvió su pago de <b>{amount}</b>.',
  'Your payments will show up here.': 'Sus pagos aparecerán aquí.',
  'Your plan': 'Su plan',
  'Your purchase has been completed successfully.': 'Su compra se completó correctamente.',
  'Your subscription already includes this.': 'Su suscripción ya incluye esto.',
  'Your subscription continues': 'Su suscripción continúa',
  'Your subscription ends on {day}. Keep it first, then you can change it.':
    'Su suscripción termina el {day}. Primero consérvela; después podrá cambiarla.',
  'Your subscription ends. Keep it first, then you can change it.':
    'Su suscripción termina. Primero consérvela; después podrá cambiarla.',
  'Your subscription has ended': 'Su suscripción ya terminó',
  'Your subscription is being changed. Please check again in a moment.':
    'Su suscripción se está cambiando. Vuelva a revisar en un momento.',
  'Your subscription is being set up. Please check back in a few minutes.':
    'Su suscripción se está preparando. Vuelva a revisar en unos minutos.',
  'Your subscription is being updated. Please check back in a moment.':
    'Su suscripción se está actualizando. Vuelva a revisar en un momento.',
  'Your subscription starts {day}': 'Su suscripción comienza el {day}',
  "Your subscription will end on {day}. You can use your lessons until then, and you won't be charged again.":
    'Su suscripción terminará el {day}. Puede usar sus clases hasta entonces y no se le volverá a cobrar.',
  'You won’t be charged today.': 'Hoy no se le cobrará.',
  'You won’t be charged yet: next, you’ll review your subscription and start it.':
    'Todavía no se le cobrará: después revisará su suscripción y la iniciará.',
  'You’ll be charged <b>{amount}</b> that day, and on the 1st of each month after that.':
    'Se le cobrará <b>{amount}</b> ese día y, después, el día 1 de cada mes.',
  'You’ll get two small deposits in one or two business days. Our payment provider will email you a link to enter the amounts. Then your account is saved.':
    'Recibirá dos depósitos pequeños en uno o dos días hábiles. Nuestro proveedor de pagos le enviará por correo un enlace para ingresar los importes. Entonces su cuenta quedará guardada.',
  'every other week': 'cada dos semanas',
  'fee {amount}': 'cargo {amount}',
  'includes {amount} convenience fee': 'incluye {amount} de cargo por servicio',
  'once a week': 'una vez por semana',
  'this month on': 'desde este mes',
  'twice a week': 'dos veces por semana',
  'used for your subscription': 'se usa para su suscripción',
  '{amount} disputed': '{amount} en disputa',
  '{amount} on the 1st of each month': '{amount} el día 1 de cada mes',
  '{amount} refunded': '{amount} reembolsados',
  '{contents} from {day}': '{contents} desde el {day}',
  '{count, plural, one {# hack} other {# hacks}} per month': '{count, plural, one {# paseo} other {# paseos}} por mes',
  '{count, plural, one {# lesson} other {# lessons}} per month':
    '{count, plural, one {# clase} other {# clases}} por mes',
  '{count, plural, one {# makeup lesson} other {# makeup lessons}} per month':
    '{count, plural, one {# clase de reposición} other {# clases de reposición}} por mes',
  '{count, plural, one {# private lesson} other {# private lessons}} per month':
    '{count, plural, one {# clase privada} other {# clases privadas}} por mes',
  '{name} can only be a one-time purchase. Please remove it from your subscription.':
    '{name} solo puede ser una compra única. Quítelo de su suscripción.',
  '{name}’s plan': 'Plan de {name}',
  '{price} a lesson': '{price} por clase',
  '{rider}’s subscription has ended': 'La suscripción de {rider} ya terminó',
  '{rider}’s subscription starts {day}': 'La suscripción de {rider} comienza el {day}',
  '{year} Statement': 'Estado de cuenta de {year}',
  '{year} payments': 'Pagos de {year}',
  '{year} payments and refunds': 'Pagos y reembolsos de {year}',
  '{year} statement': 'Estado de cuenta de {year}',

  // The provider's reasons for a declined card, which it gives in English: docs.stripe.com/declines.
  'An error occurred while processing your card. Try again in a little bit.':
    'Ocurrió un error al procesar su tarjeta. Inténtelo de nuevo en unos minutos.',
  "The customer's account has insufficient funds to cover this payment.":
    'La cuenta bancaria no tiene fondos suficientes para este pago.',
  "The customer's bank account could not be located.": 'No se encontró la cuenta bancaria.',
  "The customer's bank account has been closed.": 'La cuenta bancaria está cerrada.',
  'The customer has notified their bank that this payment was unauthorized.':
    'El cliente comunicó al banco que este pago no estaba autorizado.',
  'The zip code you supplied failed validation.': 'El código postal que escribió no es válido.',
  'Your card does not support this currency.': 'Su tarjeta no admite esta moneda.',
  'Your card number is invalid.': 'El número de su tarjeta no es válido.',
  'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.':
    'Su tarjeta fue rechazada por demasiados intentos seguidos o por superar su límite.',
  'Your card was declined. You can call your bank for details.':
    'Su tarjeta fue rechazada. Puede llamar a su banco para saber por qué.',
  "Your card's zip code is incorrect.": 'El código postal de su tarjeta no es correcto.',
  'An error occurred while processing your card. Try again later.':
    'Ocurrió un error al procesar su tarjeta. Inténtelo más tarde.',
  'The bank account could not be found.': 'No se encontró la cuenta bancaria.',
  'The bank account has been closed.': 'La cuenta bancaria está cerrada.',
  'The bank account has insufficient funds.': 'La cuenta bancaria no tiene fondos suficientes.',
  'The bank returned this payment after it had arrived.': 'El banco devolvió este pago después de haberlo recibido.',
  'The customer has told the bank that this debit was not authorized.':
    'El cliente comunicó al banco que este cobro no estaba autorizado.',
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.':
    'No pudimos autenticar su método de pago. Elija otro método de pago e inténtelo de nuevo.',
  'You have exceeded the number of allowed verification attempts.':
    'Ha superado el número de intentos de verificación permitidos.',
  'Your card does not support this type of purchase.': 'Su tarjeta no admite este tipo de compra.',
  'Your card has been declined.': 'Su tarjeta fue rechazada.',
  'Your card has expired.': 'Su tarjeta está vencida.',
  'Your card has insufficient funds.': 'Su tarjeta no tiene fondos suficientes.',
  'Your card is not supported.': 'Su tarjeta no es compatible.',
  'Your card number is incorrect.': 'El número de su tarjeta es incorrecto.',
  'Your card was declined.': 'Su tarjeta fue rechazada.',
  'Your card was declined. This transaction requires authentication.':
    'Su tarjeta fue rechazada. Esta operación requiere autenticación.',
  "Your card's expiration month is invalid.": 'El mes de vencimiento de su tarjeta no es válido.',
  "Your card's expiration year is invalid.": 'El año de vencimiento de su tarjeta no es válido.',
  "Your card's security code is incorrect.": 'El código de seguridad de su tarjeta es incorrecto.',
  "Your card's security code is invalid.": 'El código de seguridad de su tarjeta no es válido.',
}
