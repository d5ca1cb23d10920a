// The page in place of a panel that could not be built: it shows the reason, and that nothing else is concerned.

export const UNBUILT = `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Porteira: o painel não foi construído</title>
<style nonce="__PORTEIRA_NONCE__">
body { font: 1.05rem/1.6 system-ui, sans-serif; max-width: 38rem; margin: 12vh auto; padding: 0 1.5rem }
code { font-size: 0.95em }
</style>
</head>
<body>
<h1>O painel não foi construído</h1>
<p>O gateway está aberto e a API funciona normalmente. Só estas páginas faltam: ao iniciar, a construção do painel falhou, e o
motivo está no terminal. Inicie de novo com <code>npm start</code>, ou construa só as páginas com
<code>node scripts/build-pages.js</code> e recarregue esta página.</p>
<p lang="en">The gateway is open and its API works as usual. Only these pages are missing: building the panel failed, and the
terminal says why. Start again with <code>npm start</code>, or build the pages alone with
<code>node scripts/build-pages.js</code> and reload this page.</p>
</body>
</html>
`
