for file in before generation reconcile drift cleanup catchup report; do
  json $file.json 'map_values(if type == "boolean" or type == "number" then tostring else . end)'
done
