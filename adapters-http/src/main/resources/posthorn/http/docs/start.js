SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#api",
  presets: [SwaggerUIBundle.presets.apis],
  validatorUrl: null,
  persistAuthorization: false,
});
