json generation.json '.status_via_main = {observedGeneration: 7}'
